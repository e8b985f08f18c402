"""What goes out: each resource, field by field."""
