"""The pages of the games: their rules, and the rules and the client as downloads."""
