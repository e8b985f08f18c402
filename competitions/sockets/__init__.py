"""The WebSockets: who may open one, and the two kinds, for watching and for playing; and streams."""
