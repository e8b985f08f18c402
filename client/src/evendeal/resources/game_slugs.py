# Made by client/generate.py from the games: run it again after adding a game.
"""The slugs of the games, for type checkers."""

from typing import Literal

GameSlug = Literal["wish", "winabit", "well", "pyramid", "three-by-three"]
