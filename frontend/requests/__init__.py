"""What every page asks of a request: the viewer, the named things, limits, and headers of the answer."""
