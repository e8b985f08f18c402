"""What people fill in, field by field."""
