"""The page where a player gets the secret address of their own calendar."""
