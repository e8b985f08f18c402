"""Who may see what of a deal and its games: one rule, which hides by default, and one recorded exception."""
