"""Plays any game with random moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

View = Mapping[str, Any]
Strategy = Callable[[View, Random], str]
"""A function that chooses one of the view's legal moves. With an equal `Random`, it plays the same game
again."""


def play_anything(seen: View, random: Random) -> str:
    """Any legal move."""
    legal: list[str] = seen["legal"]
    return random.choice(legal)


def absent_minded(strategy: Strategy, share: float) -> Strategy:
    """A strategy that plays any legal move in this share of the moves, and follows `strategy` in the
    others."""
    return lambda seen, random: (play_anything if random.random() < share else strategy)(seen, random)
