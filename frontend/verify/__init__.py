"""The page that checks logs: pasted ones, or the log of a result."""
