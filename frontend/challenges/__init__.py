"""Challenges: a deal to beat, passed on by a link."""
