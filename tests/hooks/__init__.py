"""Webhooks, and who receives them."""
