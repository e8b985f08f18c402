"""The ledger: the one writer of numbered events, and the followers that are given them in order."""
