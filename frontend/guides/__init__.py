"""The guides, and the page of the API."""
