"""Reporting a name or a result to the staff, and replying to a measure that they took."""
