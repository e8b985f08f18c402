"""One command a module, each a thin door to a use case."""
