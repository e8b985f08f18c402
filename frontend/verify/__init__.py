"""The page that checks a log or a shared deal."""
