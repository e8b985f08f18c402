"""Proofs of results: receipts, a history that nobody can rewrite, and dumps for researchers."""
