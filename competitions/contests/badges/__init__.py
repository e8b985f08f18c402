"""Badges: an organiser names people, and each of them comes in with a code of their own."""
