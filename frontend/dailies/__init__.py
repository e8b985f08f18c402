"""The deals of the day: today's, a day's and a month's page."""
