"""What a hint is, and what it is worked out from: the table as the player sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from games.piles import Seen
from games.table import Move

#: Why a move is hinted at that seems as good as any.
NOTHING_HELPS = "nothing is known to help here"


class Hint(NamedTuple):
    """A move that makes sense, and why, as words that follow the move: `it frees 9♥`."""

    move: Move
    why: str


class HintContext(NamedTuple):
    """The table, the legal moves, the table before the last move (None before the first), the number of moves
    made, the most tables that may be looked at, and all earlier tables of the game, in any order."""

    seen: Seen
    legal: Sequence[Any]
    before: Seen | None
    ply: int
    most: int
    earlier: Iterable[Seen] = ()
