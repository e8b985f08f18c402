"""HTTP for both the API and the pages: paths, sizes, caching, limits, and refusals as problems in JSON."""
