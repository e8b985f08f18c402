"""What pages and clients are told at once: the live feed, the sockets and the streams."""
