"""The ending of a game, as pages show it and as the card table loads it."""
