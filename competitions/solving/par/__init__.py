"""Par: the best that a deal could come to, which a solver looks for once its round is closed for everyone."""
