"""What is said of a game that is over: how good it was, and what its player may pass on."""
