"""What the site tells others: events, webhooks, notices to players on pages and by e-mail, and reminders."""
