"""Playing by chance: any game, by anybody."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

View = Mapping[str, Any]
Strategy = Callable[[View, Random], str]
"""Chooses one of the view's legal moves, with no other chance than the one it is given."""


def play_anything(seen: View, random: Random) -> str:
    """Any legal move."""
    legal: list[str] = seen["legal"]
    return random.choice(legal)


def absent_minded(strategy: Strategy, share: float) -> Strategy:
    """Plays anything in this share of the moves, and follows the strategy in the others."""
    return lambda seen, random: (play_anything if random.random() < share else strategy)(seen, random)
