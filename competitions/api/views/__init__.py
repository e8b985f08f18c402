"""The views. Each reads the request, calls one use case or one query, and answers."""
