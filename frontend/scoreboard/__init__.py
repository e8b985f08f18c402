"""The scoreboard: its columns and its first rows; its pages for a screen in a room, for printing, and for
other sites."""
