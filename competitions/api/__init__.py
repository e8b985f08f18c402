"""The REST API: forms read requests, resources write answers, and views stand between them."""
