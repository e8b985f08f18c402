"""Measures of the staff, signs at results, a player's own file, and closing players."""
