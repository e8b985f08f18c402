"""The history that cannot be rewritten: one Merkle tree of what was promised and what was certified."""
