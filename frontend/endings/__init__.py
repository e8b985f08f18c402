"""What a page says when a game is over: how good it was, medals, what to share, where to go on."""
