"""Circles: groups that play the deals of the day together, and the board of their week."""
