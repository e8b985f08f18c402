"""How tests speak to the service: over REST and over sockets, here in Django or on a real server."""
