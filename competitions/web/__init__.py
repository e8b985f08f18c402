"""HTTP for both the API and the pages: paths, sizes, caching, limits, and refusals in the form of
problems."""
