"""The view of a position: every pile, the score, and the allowed moves."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from games.game import Position
from games.piles import Pile
from games.table import Move


def view(position: Position) -> dict[str, Any]:
    """Return all that the player may know of a position, ready for JSON. The caller may change the result.

    >>> from games import GAMES
    >>> seen = view(GAMES["wish"].open("pub"))
    >>> seen["piles"]["1"], seen["ply"], seen["score"]
    (['??', '??', '??', 'TC'], 0, 32)
    """
    return view_of(position, position.table.piles(), position.table.legal())


def view_of(position: Position, piles: Mapping[str, Pile], legal: Iterable[Move]) -> dict[str, Any]:
    """Return the view, from piles and legal moves that the caller has computed already."""
    game, rules, table, ply, *_ = position
    moves = [move.text for move in legal]
    return {
        "game": game.slug,
        "rules": dict(rules),
        "ply": ply,
        "finished": not moves,  # the same as `Table.finished`, which would search for a move again
        "won": table.won,
        "score": table.score,
        "piles": {pile: shown.names() for pile, shown in piles.items()},
        "legal": moves,
    }
