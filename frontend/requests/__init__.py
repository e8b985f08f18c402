"""What every page needs from a request: the viewer, what the address names, limits, and headers of the
answer."""
