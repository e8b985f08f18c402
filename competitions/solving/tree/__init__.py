"""The tree of a round: the games of all its players, put together by their moves."""
