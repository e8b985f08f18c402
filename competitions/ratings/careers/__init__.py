"""A player's past results, as one viewer may see them; and two players side by side."""
