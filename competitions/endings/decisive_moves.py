"""The moves that decided a game, each with the table before it and with the move that would have been
better."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from games.game import Position
from games.replay import positions_before
from games.teaching import in_words
from games.views import view

from ..models import Log
from ..translatable import language_of_games
from .given_away import Loss, best_line_at


class DecisiveMove(NamedTuple):
    """A move that gave points away."""

    loss: Loss
    view: Mapping[str, Any]
    """The table before the move, as the player saw it."""
    move: str
    move_words: str
    better: str | None
    """The first move of the best line; None if it was best to make no more moves."""
    better_words: str
    """The move `better` in words; empty if `better` is None."""


def decisive_moves(log: Log, analysis: Mapping[str, Any], losses: Sequence[Loss]) -> Sequence[DecisiveMove]:
    """Describe these losses of a game as decisive moves, in the order of the game. Replays the game up to the
    last of these moves."""
    moves = log.moves
    by_ply = {loss.ply: loss for loss in losses}
    played = moves[: max(by_ply, default=-1) + 1]
    tables: Iterable[tuple[int, Position]] = enumerate(positions_before(played, log.round.deal.opening))
    return [
        _decisive(by_ply[ply], moves[ply], before, best_line_at(analysis, ply)[:1])
        for ply, before in tables
        if ply in by_ply
    ]


def _decisive(loss: Loss, move: str, before: Position, best: Sequence[str]) -> DecisiveMove:
    better = best[0] if best and best[0] != move else None
    return DecisiveMove(
        loss,
        view(before),
        move,
        _words(move, before),
        better,
        "" if better is None else _words(better, before),
    )


def _words(move: str, before: Position) -> str:
    return in_words(before.game.vocabulary(before.rules)[move], before, language=language_of_games())
