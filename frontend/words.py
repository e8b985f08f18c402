"""How the pages say what the code calls by short names."""

from collections.abc import Mapping
from typing import Final

from games.game import Game

STATES: Final = {
    "scheduled": "Not open yet",
    "running": "Running",
    "open": "Open",
    "closed": "Closed",
}

WAYS: Final = {
    ("scoring", "5a"): "scoring 5a",
    ("scoring", "5b"): "scoring 5b",
    ("foundations", "either"): "foundations up or down",
    ("foundations", "up"): "foundations up only",
    ("draw", "one"): "drawing one",
    ("draw", "three"): "drawing three",
}
"""An option of a game with its value; one that is not here is shown by its own names."""


def options_in_words(rules: Mapping[str, str]) -> str:
    """Every option with the value in force.

    >>> options_in_words({"draw": "three"})
    'drawing three'
    """
    return ", ".join(way_in_words(option, value) for option, value in rules.items())


def way_in_words(option: str, value: str) -> str:
    return WAYS.get((option, value), f"{option} {value}")


def order_in_words(score_order: str) -> str:
    return "The lowest score wins." if score_order == "lowest" else "The highest score wins."


def aim(game: Game) -> str:
    """Which scores are good, in two words."""
    return "low wins" if game.score_order == "lowest" else "high wins"
