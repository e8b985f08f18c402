"""What comes in: each request body, field by field."""
