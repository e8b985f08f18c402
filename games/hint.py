"""What a hint is, and what it is worked out from: the table as the player sees it."""

from __future__ import annotations

from collections.abc import Sequence
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
    """The table, the moves that are legal on it, the table before the last move, if there was one, how many
    moves have been made, and how many tables may be looked at, at most."""

    seen: Seen
    legal: Sequence[Any]
    before: Seen | None
    ply: int
    most: int
