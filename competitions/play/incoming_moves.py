"""Moves that come for a game, wherever it is stored: which of them are new, and how far they stand."""

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from games.game import Position
from games.replay import Refused, play
from games.teaching import told

from ..refusals import Refusal

T = TypeVar("T")

TRIES: Final = 10
"""How often a request tries again because the game has changed since it was read."""


class Changed(Exception):
    """The game has changed since it was read."""


def as_it_was(act: Callable[[], T], reached: Callable[[], Position]) -> T:
    """The result of `act`, which reads and plays without a lock and is tried again when it raises Changed.

    Raises `stale_ply` with the position that `reached` tells, if others are faster each time.
    """
    for _ in range(TRIES):
        try:
            return act()
        except Changed:
            continue
    raise refusal_at(reached(), "stale_ply", "Other moves are being made here at the same time.")


def require_reached(position: Position, ply: int) -> None:
    """Raises `stale_ply` if fewer moves were made."""
    if ply > position.ply:
        raise refusal_at(position, "stale_ply", f"Only {position.ply} moves are made.")


def new_among(moves: Sequence[str], position: Position, ply: int, stored: Sequence[str]) -> Sequence[str]:
    """Those of the moves that come after the ones `stored` from `ply` on; raises `stale_ply` if these are
    others."""
    for offset, (text, again) in enumerate(zip(stored, moves, strict=False)):
        if _canonical(position, again) != text:
            raise refusal_at(position, "stale_ply", f"Another move was made at ply {ply + offset}.")
    return moves[len(stored) :]


def made_from(position: Position, moves: Sequence[str]) -> tuple[list[Position], Refused | None]:
    """The positions after the moves that stand, and why the next one is refused."""
    made: list[Position] = []
    for text in moves:
        after = play(position, text)
        if isinstance(after, Refused):
            return made, after
        made.append(position := after)
    return made, None


def move_to(position: Position) -> str:
    """The move after which a position came; it must not be the opening."""
    assert position.move is not None
    return position.move


def refusal_at(position: Position, code: str, detail: str, ply: int | None = None) -> Refusal:
    """A refusal with the view of the position."""
    facts = {} if ply is None else {"ply": ply}
    return Refusal(code, detail, **facts, view=told(position))


def no_undo(position: Position) -> Refusal:
    """The refusal of a takeback in sealed play, where cards are hidden."""
    return refusal_at(position, "no_undo", "In sealed play a move in this game is final.")


def _canonical(position: Position, text: str) -> str | None:
    """A move in the spelling in which it is stored; None if it is no move of the game."""
    move = position.game.vocabulary(position.rules).get(text)
    return None if move is None else move.text
