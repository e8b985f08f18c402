"""Measures of the staff, signs for a look at results, the file of a player's data, and closing players."""
