"""Resources: each writes an answer, field by field, and gives its schema."""
