"""Players: their names, sessions, tokens and tickets, and bans."""
