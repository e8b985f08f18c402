"""Accounts: what a guest adds to be found again on any device, and what that makes of them."""
