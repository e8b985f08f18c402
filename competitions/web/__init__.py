"""What the API and the pages both need for HTTP: paths, sizes, times, limits, and refusals as problems."""
