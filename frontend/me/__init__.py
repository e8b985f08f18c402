"""A player's own page: name, preferences, keys for programs, devices."""
