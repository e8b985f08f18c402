"""What the API and the pages both need of HTTP: paths, sizes, times, limits, and refusals as problems."""
