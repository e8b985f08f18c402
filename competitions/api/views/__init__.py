"""The views: each reads the request, calls one use case or one query, and answers."""
