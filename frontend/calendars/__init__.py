"""Calendars: the secret address of a player's own calendar, and the calendar of a circle."""
