"""Ghosts: the deals of closed rounds, played again by players for themselves beside the standings of then."""
