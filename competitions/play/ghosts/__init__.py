"""Ghosts: players play the deals of closed rounds again, for themselves. The standings of that time are shown
beside the game."""
