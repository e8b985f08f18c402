"""The page of a player: games, results, and how the viewer does against the player."""
