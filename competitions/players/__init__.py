"""Players: their names, how people become players, and how a request shows which player it comes from."""
