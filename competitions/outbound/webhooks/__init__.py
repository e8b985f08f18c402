"""Webhooks: a competition's events are posted to addresses that its organisers give."""
