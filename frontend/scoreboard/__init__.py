"""The scoreboard: columns and first rows; pages for a screen in a room, to print, and for other sites."""
