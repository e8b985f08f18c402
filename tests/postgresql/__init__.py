"""PostgreSQL that hangs, or goes away."""
