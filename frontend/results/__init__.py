"""The page of a result, and of an entry with its games."""
