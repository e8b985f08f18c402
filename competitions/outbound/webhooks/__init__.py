"""Webhooks: a competition's events, posted to addresses that its organisers name."""
