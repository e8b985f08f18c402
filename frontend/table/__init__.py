"""The page on which a round, or a ghost of it, is played."""
