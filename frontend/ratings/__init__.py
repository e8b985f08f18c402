"""Ratings on pages: who leads at a game, where the viewer stands, the line of a rating over time,
and what a contest did to it."""
