"""`evendeal` on the command line: play, watch and check in a terminal."""

from evendeal.cli.app import app, main

__all__ = ["app", "main"]
