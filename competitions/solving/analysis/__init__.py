"""Analyses of games: what could still be reached before each move, and what luck and what skill did."""
