"""The history: one Merkle tree of published commitments and certified results. Changes are noticed."""
