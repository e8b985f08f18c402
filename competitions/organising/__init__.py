"""Competitions as a whole: making them, challenging others, joining, closing and certifying."""
