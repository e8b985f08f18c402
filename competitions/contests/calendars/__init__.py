"""Calendars (iCalendar, RFC 5545) of a contest, of a series, of a circle and of a player's contests. They
show when to play, and contain no results."""
