"""The scoreboard: its columns and first rows; the room, the sheet to print, the board for other sites."""
