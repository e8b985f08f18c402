"""Following a competition: what happened in it, in the order in which one viewer came to know it."""
