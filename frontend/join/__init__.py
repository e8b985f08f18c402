"""Joining a contest: by the form, by an invitation, by a badge."""
