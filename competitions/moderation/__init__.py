"""What the staff do about players, signs at results, and players who leave: their data and what stays."""
