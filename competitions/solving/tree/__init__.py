"""The games of all players of a round as one tree."""
