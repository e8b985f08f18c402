"""Circles: groups that play the deals of the day together, and their boards of the week."""
