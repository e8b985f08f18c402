"""Receipts: signed statements about a finished game, which anyone can check without the site."""
