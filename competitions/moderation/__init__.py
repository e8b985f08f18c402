"""Measures of the staff, signs that results may be unfair, a player's own file, and closing players."""
