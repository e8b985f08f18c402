"""Forms: each reads a request body or a query, field by field."""
