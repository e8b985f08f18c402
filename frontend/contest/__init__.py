"""The page of one contest: its rounds, the scoreboard, and how to play from the command line."""
