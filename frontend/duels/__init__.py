"""Duels: challenging somebody, whose turn it is, both sides on the page."""
