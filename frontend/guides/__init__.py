"""The guides for those who write programs of their own; `examples/` has the code that they show."""
