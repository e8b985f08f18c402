"""The page of one contest: its rounds, where the viewer stands, how to play from the command line."""
