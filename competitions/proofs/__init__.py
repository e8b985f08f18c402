"""Proofs of results: receipts, a history that nobody can rewrite unnoticed, and dumps for researchers."""
