"""Par: the best known score of a deal. Once the round is closed for everyone, a solver searches for it."""
