"""An organiser's desk: acts, entrants, badges, webhooks, settings, and the audit trail."""
