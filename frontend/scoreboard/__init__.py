"""The scoreboard: its columns, and the rows that a page has when it is loaded. Also the scoreboard as a page
for a screen in a room, for printing, and for other sites."""
