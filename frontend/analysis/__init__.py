"""The pages of luck and skill, and of all games of a round as one tree."""
