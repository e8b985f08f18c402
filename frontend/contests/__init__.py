"""The lists of contests: all public ones with a search, and the viewer's own."""
