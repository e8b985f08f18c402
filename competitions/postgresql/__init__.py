"""How long anybody waits for PostgreSQL, and who is freed when it hangs."""
