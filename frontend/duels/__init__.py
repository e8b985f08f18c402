"""Duels: making a duel, saying whose turn it is, and showing the results of both sides."""
