"""Leaving for good: what a player has, and taking away all that tells who they were."""
