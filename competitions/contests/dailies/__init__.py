"""The deals of the day: one competition of each game, made by the site for everyone."""
