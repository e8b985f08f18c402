"""Analyses of games: the best score still possible before each move, and the shares of luck and skill."""
