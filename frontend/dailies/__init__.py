"""The deals of the day: today's deals, and the archive by month and by day."""
