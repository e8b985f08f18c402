"""Par: the best score of a deal, which a solver searches for once its round is closed for everyone."""
