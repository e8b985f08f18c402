"""Time limits on PostgreSQL, and a way out when it hangs."""
