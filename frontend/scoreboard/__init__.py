"""The scoreboard: its columns, and the first rows for its island."""
