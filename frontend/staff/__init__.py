"""The staff's desk, in Django's admin: reports, measures, signs, and the players concerned."""
