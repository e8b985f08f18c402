"""The pages on which a player plays a round, or plays a closed round again as a ghost."""
