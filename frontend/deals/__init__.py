"""Deals that people pass on: by a link, by a result that they share, by a log that they paste."""
