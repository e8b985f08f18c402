"""Dumps for researchers: all public competitions, month by month, as files."""
