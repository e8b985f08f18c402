"""Measures of the staff, signs at results, the file of a player's own data, and closing players."""
