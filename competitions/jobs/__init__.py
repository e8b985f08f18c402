"""Work in the background. One worker does each job; if it dies, another does it again."""
