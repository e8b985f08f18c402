"""Ratings by game: what counts for them, how they are worked out, and in what order."""
