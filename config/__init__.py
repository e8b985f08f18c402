"""Settings, URLs, ASGI, the server, and the set-up of the first start."""
