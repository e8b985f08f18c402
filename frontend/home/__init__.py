"""The home page, and what waits for its viewer."""
