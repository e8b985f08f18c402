"""The REST API: forms read requests, views call use cases, and resources write answers."""
