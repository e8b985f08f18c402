"""What the site sends to others: events, webhooks, notices and mails."""
