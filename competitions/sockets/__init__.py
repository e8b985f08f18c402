"""The WebSockets: who may open one, and the two that there are, for watching and for playing."""
