"""The common parts of playing attempts and playing ghosts: finding the new moves in a request, and playing
them.
"""

from collections.abc import Callable, Sequence
from typing import Any, Final, TypeVar

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from games.game import Position
from games.replay import Refused, play
from games.teaching import describe

from ..refusals import Refusal
from ..translatable import Translatable, language_of_games, of_game, with_facts

T = TypeVar("T")

TRIES: Final = 10
"""How often a request is tried at most. It is tried again if the game changes between reading and writing."""


MOVES_ARE_MADE: Final = ngettext_lazy(
    "Only %(number)d move is made.",
    "Only %(number)d moves are made.",
    "number",
)


class Changed(Exception):
    """Another request has changed the attempt since it was read. Nothing was stored."""


def try_again_if_changed(act: Callable[[], T], reached: Callable[[], Position]) -> T:
    """Call `act`, which reads and plays without a lock. Call it again whenever it raises Changed.

    If `act` raises Changed every time, raises `stale_ply` with the position that `reached` returns.
    """
    for _try in range(TRIES):
        try:
            return act()
        except Changed:
            continue
    raise refusal_at(reached(), "stale_ply", _("Other moves are being made here at the same time."))


def require_reached(position: Position, ply: int) -> None:
    """Raises `stale_ply` if fewer than `ply` moves were made."""
    if ply > position.ply:
        raise refusal_at(position, "stale_ply", with_facts(MOVES_ARE_MADE, number=position.ply))


def new_moves(moves: Sequence[str], position: Position, ply: int, stored: Sequence[str]) -> Sequence[str]:
    """Return those of `moves` that are not stored yet. `moves` begin at `ply`, and `stored` are the moves
    that are stored from there on. Raises `stale_ply` if a stored move differs."""
    for offset, (text, again) in enumerate(zip(stored, moves, strict=False)):
        if _canonical(position, again) != text:
            raise refusal_at(
                position,
                "stale_ply",
                with_facts(_("Another move was made at ply %(ply)d."), ply=ply + offset),
            )
    return moves[len(stored) :]


def play_all(position: Position, moves: Sequence[str]) -> tuple[list[Position], Refused | None]:
    """Play moves up to the first one that the rules refuse. Return the position after each move, and the
    refusal or None."""
    made: list[Position] = []
    for text in moves:
        after = play(position, text)
        if isinstance(after, Refused):
            return made, after
        made.append(position := after)
    return made, None


def last_move(position: Position) -> str:
    """The move that led to a position. The position must not be the opening."""
    assert position.move is not None
    return position.move


def refusal_at(position: Position, code: str, detail: Translatable, **facts: Any) -> Refusal:
    """A refusal that contains the view of the position."""
    return Refusal(code, detail, **facts, view=describe(position, language_of_games()))


def refused_move(position: Position, refused: Refused) -> Refusal:
    """The refusal of a move that the rules refuse."""
    facts = {} if refused.ply is None else {"ply": refused.ply}
    return refusal_at(position, refused.code, of_game(refused.reason), why=of_game(refused.why), **facts)


def no_undo(position: Position) -> Refusal:
    """The refusal of a takeback where moves are final: in sealed play, if the deal hides cards."""
    return refusal_at(position, "no_undo", _("In sealed play a move in this game is final."))


def _canonical(position: Position, text: str) -> str | None:
    """The move in the form in which it would be stored; None if the game has no such move."""
    move = position.game.vocabulary(position.rules).get(text)
    return None if move is None else move.text
