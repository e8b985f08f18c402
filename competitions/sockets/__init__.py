"""The WebSockets: who may open one; those for watching, for playing and for notices; and streams."""
