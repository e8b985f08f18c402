"""Dumps for researchers: files with all public competitions, month by month."""
