"""Moderation: reports, what the staff do about a player, and signs at results that ask for a look."""
