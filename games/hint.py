"""A hint, and its context: the table as the player sees it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from games.language import Message
from games.piles import Seen
from games.table import Move

#: The reason for a hint that seems no better than any other move.
NOTHING_HELPS = Message("nothing_helps")
#: The reason for a move that is certain to be part of the best end.
CERTAIN = Message("rest_is_certain")


class Hint(NamedTuple):
    """A sensible move and its reason, which is read after the move: `it frees 9♥`."""

    move: Move
    why: Message


class HintContext(NamedTuple):
    """Everything that a game needs to find a hint.

    `before` is the table before the last move, None before the first; `ply` the number of moves made;
    `most` the most tables to look at; `earlier` all earlier tables of the game, in any order.
    """

    seen: Seen
    legal: Sequence[Any]
    before: Seen | None
    ply: int
    most: int
    earlier: Iterable[Seen] = ()
