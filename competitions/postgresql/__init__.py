"""Time limits on PostgreSQL, and freeing the threads that wait when PostgreSQL hangs."""
