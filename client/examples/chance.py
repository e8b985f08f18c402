"""Playing by chance, at any game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

View = Mapping[str, Any]
Strategy = Callable[[View, Random], str]
"""A function that chooses one of the view's legal moves. All its chance comes from the given random numbers.
"""


def play_anything(seen: View, random: Random) -> str:
    """Any legal move."""
    legal: list[str] = seen["legal"]
    return random.choice(legal)


def absent_minded(strategy: Strategy, share: float) -> Strategy:
    """Play any legal move in this share of the moves, and follow the strategy in the others."""
    return lambda seen, random: (play_anything if random.random() < share else strategy)(seen, random)
