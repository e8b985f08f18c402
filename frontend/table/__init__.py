"""The page on which a round is played, or its ghost: the closed round, played again."""
