"""The staff's desk, in Django's admin: reports, measures, players and signs (reasons to look at a result)."""
