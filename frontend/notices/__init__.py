"""The inbox of notices, and which of them come by mail."""
