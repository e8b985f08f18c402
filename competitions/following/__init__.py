"""Following the ledger: who is given what happens in each competition, in order, after it was committed."""
