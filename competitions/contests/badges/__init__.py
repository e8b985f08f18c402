"""Badges: an organiser lists people by name, and each person joins with a code of their own."""
