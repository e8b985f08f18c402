"""The ending of a game, as pages show it and tables fetch it."""
