"""The ledger: the one writer of numbered events, and the followers that receive these events in order."""
