"""The history: one Merkle tree of published commitments and certified results. Nobody can rewrite it."""
