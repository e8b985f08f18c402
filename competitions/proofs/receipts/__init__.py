"""Receipts: what a site signs of a game that is over, to be checked by anyone without asking it again."""
