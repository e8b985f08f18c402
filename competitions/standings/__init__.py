"""Rankings, tie-breaks, and the rows of the standings."""
