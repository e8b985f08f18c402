"""Duels: making a duel, telling whose turn it is, and showing the results of both sides."""
