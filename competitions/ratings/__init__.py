"""Ratings by game: which rounds count, in which order, and how they change a rating; careers of players."""
