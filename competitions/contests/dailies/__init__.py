"""The deals of the day. Each day, the site makes one competition for each game, which is open to everyone."""
