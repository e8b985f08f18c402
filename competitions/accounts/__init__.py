"""Accounts: players who can sign in on any device."""
