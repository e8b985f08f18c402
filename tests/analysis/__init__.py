"""Analyses of games, and the luck of a round."""
