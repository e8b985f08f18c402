"""Where each running attempt stands: read from its stored moves, and remembered to play only the new ones.

The database alone knows; what is remembered here is a shortcut that any
process may lose or never have had.
"""

from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

from games.game import Position
from games.replay import Refused, play

from ..models import Attempt, Deal

REMEMBERED: Final = 4096
"""Attempts a process remembers: a position is a few kilobytes."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The position after all moves that were stored since the last takeback."""

    position: Position
    takebacks: int


class Memory:
    """The standings of the attempts that were played last."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.standings: OrderedDict[str, Standing] = OrderedDict()

    def recall(self, attempt_id: str) -> Standing | None:
        return self.standings.get(attempt_id)

    def keep(self, attempt_id: str, standing: Standing) -> None:
        self.standings[attempt_id] = standing
        self.standings.move_to_end(attempt_id)
        while len(self.standings) > self.size:
            self.standings.popitem(last=False)

    def forget(self, attempt_id: str) -> None:
        self.standings.pop(attempt_id, None)


memory = Memory(REMEMBERED)


def current(attempt: Attempt) -> Position:
    """The position after all stored moves of a running attempt that was freshly read. One query.

    Only the moves that this process has not played yet are played: the cost
    does not grow with the length of the game.
    """
    standing = memory.recall(attempt.pk)
    if standing is None or standing.takebacks != attempt.takebacks:
        standing = Standing(opening(attempt.round.deal), attempt.takebacks)
    made = attempt.moves.filter(ply__gte=standing.position.ply)
    position = standing.position
    for text, takebacks in made.values_list("text", "attempt__takebacks"):
        if takebacks != standing.takebacks:  # taken back since `attempt` was read
            attempt.refresh_from_db(fields=["takebacks"])
            return current(attempt)
        position = replayed(position, text)
    memory.keep(attempt.pk, Standing(position, standing.takebacks))
    return position


def hides_cards(deal: Deal) -> bool:
    """Whether a card of this deal lies face down at the start: in Well alone none does."""
    return any(pile.down for pile in opening(deal).table.piles().values())


def opening(deal: Deal) -> Position:
    return deal.game.open(deal.seed, deal.rules)


def replayed(position: Position, text: str) -> Position:
    """The position after a stored move, which was legal when it was stored."""
    after = play(position, text)
    if isinstance(after, Refused):
        raise AssertionError(f"a stored move does not stand: {after.code} at ply {after.ply}")
    return after
