"""The pages of errors."""
