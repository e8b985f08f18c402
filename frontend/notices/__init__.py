"""The inbox of notices, mails of notices, and reminders."""
