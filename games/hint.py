"""A hint, and its context: the table as the player sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from games.piles import Seen
from games.table import Move

#: The reason for a hint that seems no better than any other move.
NOTHING_HELPS = "nothing is known to help here"


class Hint(NamedTuple):
    """A sensible move and its reason, in words that follow the move: `it frees 9♥`."""

    move: Move
    why: str


class HintContext(NamedTuple):
    """What a game's hint is worked out from.

    `before` is the table before the last move, None before the first; `ply` the number of moves made;
    `most` the most tables to look at; `earlier` all earlier tables of the game, in any order.
    """

    seen: Seen
    legal: Sequence[Any]
    before: Seen | None
    ply: int
    most: int
    earlier: Iterable[Seen] = ()
