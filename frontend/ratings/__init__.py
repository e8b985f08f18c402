"""Ratings on pages: who leads at a game, where the viewer stands, and the line of a rating over time."""
