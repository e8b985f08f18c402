"""What the site tells others: events, webhooks, notices and mails."""
