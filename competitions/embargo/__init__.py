"""Who may see what of a deal and its games: one rule that hides by default, and one recorded way past it."""
