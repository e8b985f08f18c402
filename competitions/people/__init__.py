"""Players: their names, sessions, tokens and tickets, and how a request shows which player it comes from."""
