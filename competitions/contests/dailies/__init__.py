"""The deals of the day: each day one competition for each game, made by the site for everyone."""
