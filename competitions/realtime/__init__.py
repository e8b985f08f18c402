"""Live updates of pages and clients: the feed, the sockets and the streams."""
