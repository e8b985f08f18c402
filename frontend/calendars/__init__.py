"""Calendars: the secret address of a player's own, and the calendar of a circle."""
