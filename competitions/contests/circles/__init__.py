"""Circles: groups of players who play the deals of the day together, and a board of each week for them."""
