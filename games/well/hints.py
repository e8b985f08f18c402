"""A hint for Well, where nothing is hidden: the first move towards the best table that the search reaches."""

from __future__ import annotations

from collections.abc import Iterator, Set
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple

from games.cards import SUIT
from games.hint import NOTHING_HELPS, Hint, HintContext
from games.language import Message
from games.piles import Seen
from games.well.rules import (
    FOUNDATION,
    GOES_ON,
    LEFT,
    RIGHT,
    ROWS,
    SOURCES,
    WELL_PILE,
    Carry,
    WellTable,
    is_next,
)
from games.well.teaching import HOMES

#: How much better each of these makes a table: a card on a foundation, a card on its neighbour in suit and
#: rank, an empty row, an empty side row.
HOME, ON_ITS_NEIGHBOUR, EMPTY_ROW, EMPTY_SIDE = 10, 2, 6, 3
#: How much worse each of these makes a table: a card in the well while both side rows have cards, a card in
#: the well while a side row is empty, a card of a side row.
SHUT_IN, RESTING, AT_THE_SIDE = 6, 1, 0.5


class Prospect(NamedTuple):
    """A table that the search has reached, the first move towards it, and the number of moves to it."""

    trouble: float
    moves: int
    table: WellTable
    first: Carry


def hint(asked: HintContext) -> Hint | None:
    """Return a hint towards the best table reached without coming back to an earlier table of the game; None
    if every legal move leads back to one.

    If no table is better than the present one, the hint leads to the most cards on foundations, because these
    never have to move again.
    """
    start = _table(asked.seen)
    found = [*_in_reach(start, {*map(_table, asked.earlier)}, asked.most)]
    if not found:
        return None
    best = min(found, key=lambda prospect: prospect.trouble)
    if best.trouble < trouble(start):
        return Hint(best.first, _why(start, best))
    most_home = min(found, key=lambda prospect: (prospect.table.score, prospect.trouble))
    return Hint(most_home.first, NOTHING_HELPS)


def _in_reach(start: WellTable, earlier: Set[WellTable], most: int) -> Iterator[Prospect]:
    """Yield tables that can be reached and are not among `earlier`, each once, and stop soon after `most` of
    them. The search always goes on from the table that seems best so far."""
    known = {start, *earlier}
    most += len(earlier)
    waiting: list[tuple[float, int, Prospect | None]] = [(0, 0, None)]
    while waiting and len(known) <= most:
        _, _, before = heappop(waiting)
        table, moves = (before.table, before.moves) if before else (start, 0)
        for move in table.legal():
            assert isinstance(move, Carry)
            after = move.after(table)
            if after in known:
                continue
            known.add(after)
            prospect = Prospect(trouble(after), moves + 1, after, before.first if before else move)
            yield prospect
            if after.won:
                return
            heappush(waiting, (prospect.trouble, len(known), prospect))


def trouble(table: WellTable) -> float:
    """Return an estimate of how far a table is from being won. Lower is better."""
    stacks, homes = table.stacks, table.home
    trouble: float = -HOME * sum(map(len, homes))
    for stack in stacks[:FOUNDATION]:
        for above, card in enumerate(reversed(stack)):
            if is_next(card, homes[SUIT[card]], table.either):
                trouble += above
    for row in stacks[:ROWS]:
        trouble -= EMPTY_ROW if not row else 0
        trouble -= ON_ITS_NEIGHBOUR * sum(card in GOES_ON[on] for on, card in pairwise(row))
    for side in (stacks[LEFT], stacks[RIGHT]):
        trouble += AT_THE_SIDE * len(side) if side else -EMPTY_SIDE
    if stacks[WELL_PILE]:
        trouble += SHUT_IN if stacks[LEFT] and stacks[RIGHT] else RESTING
    return trouble


def _why(start: WellTable, best: Prospect) -> Message:
    gained = start.score - best.table.score
    if best.table.won:
        return Message("well.all_can_be_home", moves=best.moves)
    if gained > 0:
        return Message("well.more_can_be_home", cards=gained, moves=best.moves)
    return Message("well.cards_can_lie_better", moves=best.moves)


def _table(seen: Seen) -> WellTable:
    """Return the table, made from what the player sees, which in Well is everything."""
    stacks = tuple(seen.piles[pile].up for pile in (*SOURCES, *HOMES))
    return WellTable(stacks, seen.rules["foundations"] == "either")
