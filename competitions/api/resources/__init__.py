"""Resources: each writes an answer, field by field."""
