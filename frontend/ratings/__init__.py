"""Leaderboards, and a player's ratings."""
