"""Ghosts: players play the deals of closed rounds again for themselves, beside the standings of then."""
