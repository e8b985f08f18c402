"""Badges: an organiser names people, and each of them joins with a personal code."""
