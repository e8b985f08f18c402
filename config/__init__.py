"""Wiring: settings, URLs, ASGI, and what makes the first start work."""
