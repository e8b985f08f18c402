"""Par: the best known score of a deal. As soon as the round is closed for everyone, a solver searches for
it."""
