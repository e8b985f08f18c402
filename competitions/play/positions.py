"""The positions of running attempts, played from their stored moves.

A process remembers positions, so that it plays only the new moves. The database decides whether a remembered
position is still right.
"""

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial, reduce
from threading import Lock
from typing import Final

from django.db import transaction
from django.db.models import FilteredRelation, Max, Q

from games.game import Position
from games.replay import Refused, play

from ..models import Attempt, Deal

REMEMBERED: Final = 4096
"""The greatest number of attempts whose positions a process remembers. A position takes a few kilobytes."""


class Unplayable(Exception):
    """The rules refuse a stored move."""


@dataclass(frozen=True, slots=True)
class Reached:
    """The position after all stored moves of an attempt, and how often moves were taken back until then."""

    position: Position
    takebacks: int
    stands: bool = True
    """False if the rules refuse a stored move. Then `position` is the position before that move."""

    @property
    def age(self) -> tuple[int, int]:
        """The number of takebacks and the ply. Of two positions of an attempt, the newer one has the greater
        pair."""
        return self.takebacks, self.position.ply


class Memory:
    """The committed positions of at most `size` attempts that were played lately. Several threads may use it.

    `keep` never replaces a newer position by an older one.
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self.changing = Lock()
        self.reached: OrderedDict[str, Reached] = OrderedDict()

    def recall(self, attempt_id: str) -> Reached | None:
        return self.reached.get(attempt_id)

    def keep(self, attempt_id: str, reached: Reached) -> None:
        with self.changing:
            known = self.reached.pop(attempt_id, reached)
            self.reached[attempt_id] = max(known, reached, key=lambda each: each.age)
            while len(self.reached) > self.size:
                self.reached.popitem(last=False)

    def forget(self, attempt_id: str) -> None:
        with self.changing:
            self.reached.pop(attempt_id, None)


memory = Memory(REMEMBERED)


def current(attempt: Attempt) -> Reached | None:
    """The position after all stored moves of an attempt; None if the attempt has ended.

    Only the moves that this process has not played yet are read, so the cost does not grow with the game.
    """
    known = memory.recall(attempt.pk)
    rows = _since(attempt, 0 if known is None else known.position.ply)
    if known is not None and rows and rows[0][0] != known.takebacks:
        known, rows = None, _since(attempt, 0)
    if not rows:
        return None
    takebacks = rows[0][0]
    opened = attempt.round.deal.opening if known is None else known.position
    position, stands = play_stored(opened, (text for _, text in rows if text is not None))
    reached = Reached(position, takebacks, stands)
    if stands:
        remember_position(attempt.pk, reached)
    return reached


def remember_position(attempt_id: str, reached: Reached) -> None:
    """Remember the position of an attempt, but only after the current transaction has been committed."""
    transaction.on_commit(partial(memory.keep, attempt_id, reached))


def stored(attempt: Attempt) -> int:
    """How many moves of a running attempt are stored."""
    newest = attempt.moves.aggregate(ply=Max("ply"))["ply"]
    return 0 if newest is None else newest + 1


def stored_moves(attempt: Attempt, start: int, stop: int) -> list[tuple[str, int]]:
    """The stored moves from ply `start` up to, but without, ply `stop`, each with the attempt's number of
    takebacks."""
    rows = attempt.moves.filter(ply__gte=start, ply__lt=stop)
    return list(rows.values_list("text", "attempt__takebacks"))


def _since(attempt: Attempt, ply: int) -> list[tuple[int, str | None]]:
    """The moves of a running attempt from `ply` on, as pairs of the attempt's number of takebacks and a move.
    Without such moves there is one pair, whose move is None. If the attempt does not run, the list is
    empty."""
    running = Attempt.objects.running().filter(pk=attempt.pk)
    made = FilteredRelation("moves", condition=Q(moves__ply__gte=ply))
    return list(running.annotate(made=made).order_by("made__ply").values_list("takebacks", "made__text"))


def position_after(deal: Deal, moves: Iterable[str]) -> Position:
    """The position of a deal after these moves. Raises Unplayable if today's rules refuse one of them."""
    return reduce(after_stored_move, moves, deal.opening)


def after_stored_move(position: Position, text: str) -> Position:
    """The position after a stored move. Raises Unplayable if today's rules refuse the move."""
    after = play(position, text)
    if isinstance(after, Refused):
        raise Unplayable(f"the rules refuse a stored move: {after.code} at ply {after.ply}")
    return after


def play_stored(
    position: Position, moves: Iterable[str], *, despite: type[Exception] = Unplayable
) -> tuple[Position, bool]:
    """Play stored moves. Return the last position and True. If a move raises the error `despite`, return the
    position before that move, and False."""
    for text in moves:
        try:
            position = after_stored_move(position, text)
        except despite:
            return position, False
    return position, True
