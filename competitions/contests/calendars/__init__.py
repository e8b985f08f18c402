"""Calendars (iCalendar, RFC 5545) of a contest, of a series, of a circle and of a player's contests. They
tell when to play, and nothing of results."""
