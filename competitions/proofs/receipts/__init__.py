"""Receipts: signed statements about a game that is over, which anyone can check without the site."""
