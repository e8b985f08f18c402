"""Ratings by game: which rounds count, in which order they count, and how they change a rating. Also the
careers of players."""
