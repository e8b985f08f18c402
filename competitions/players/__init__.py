"""Players: their names, how one becomes a player, and what shows who is asking."""
