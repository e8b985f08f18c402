"""Live updates of pages and clients, over WebSockets and over streams of server-sent events."""
