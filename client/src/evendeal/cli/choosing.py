"""Which move is meant: moves are numbered, and may be written as in a log, or by their piles alone."""

from __future__ import annotations

import re
from collections.abc import Sequence

VERBS = ("place", "turn", "deal", "discard", "pair", "move", "draw", "return", "redeal", "pull")
"""In the order in which moves are offered: a cheat last, because it is dear."""

SWAPPED = ("pair", "discard")
"""Moves of two piles whose order means nothing."""


def in_order(legal: Sequence[str]) -> list[str]:
    """Legal moves as they are offered: those to a foundation first, then as people count.

    >>> in_order(["pull 1 1", "turn", "move 10 2", "move 2 10", "move 3 foundation"])
    ['move 3 foundation', 'turn', 'move 2 10', 'move 10 2', 'pull 1 1']
    """
    return sorted(legal, key=_rank)


def _rank(move: str) -> tuple[bool, int, list[tuple[int, str]]]:
    verb, *piles = move.split()
    counted = [(int(pile), "") if pile.isdecimal() else (0, pile) for pile in piles]
    return not move.endswith(" foundation"), VERBS.index(verb) if verb in VERBS else len(VERBS), counted


def meant(typed: str, offered: Sequence[str]) -> str | None:
    """The legal move that somebody means; None if it is none, or could be several.

    >>> offered = ["pair 2 3", "pair 2 5"]
    >>> meant("2", offered), meant("5 2", offered), meant("pair 3 2", offered), meant("pair 1 2", offered)
    ('pair 2 5', 'pair 2 5', 'pair 2 3', None)
    >>> meant("c", ["turn c", "turn n"]), meant("3 1", ["move 3 1", "pull 3 1"]), meant("3", ["draw"])
    ('turn c', 'move 3 1', None)
    """
    words = re.sub(r"[\s,+]+", " ", typed.strip().lower())
    if words in offered:
        return words
    if words.isdecimal():
        number = int(words)
        return offered[number - 1] if 1 <= number <= len(offered) else None
    fitting = [move for move in offered if words in _spellings(move)]
    if len(fitting) > 1:
        fitting = [move for move in fitting if not move.startswith("pull ")]
    return fitting[0] if len(fitting) == 1 else None


def _spellings(move: str) -> set[str]:
    """Other ways to write a move: without its verb, in the other order, and the foundation short."""
    verb, *piles = move.split()
    ways = [piles, piles[::-1]] if verb in SWAPPED else [piles]
    ways += [[*piles[:-1], "f"] for last in piles[-1:] if last == "foundation"]
    written = {" ".join(way) for way in ways if way}
    return written | {f"{verb} {way}" for way in written}
