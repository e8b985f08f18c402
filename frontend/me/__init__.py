"""A player's own page: name, preferences, API tokens, devices."""
