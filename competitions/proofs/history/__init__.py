"""The history: one Merkle tree of published commitments and certified results. A later change of any of them
would be noticed."""
