"""Lists of contests: public ones to find, a player's own, and what the player may do next."""
