"""Proofs of results: receipts, the history that cannot be rewritten, and dumps for researchers."""
