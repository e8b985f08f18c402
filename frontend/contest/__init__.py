"""The page of one contest: where its viewer stands at each round, and how the rounds are played."""
