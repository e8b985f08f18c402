"""The ledger: what happens in a competition is numbered and written here alone, and followers are given it
in order."""
