"""Duels: challenging somebody, whose turn it is, and both sides on the page."""
