"""Ghosts: players play deals of closed rounds again, for themselves. Beside the game they see how the round's
standings developed at the time."""
