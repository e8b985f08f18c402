"""A hint for Well: bring cards home, free those that can go home, and empty the side rows."""

from __future__ import annotations

from games.cards import SIGNS
from games.hint import Hint, HintContext
from games.piles import Seen
from games.well.rules import FOUNDATION, ROWS, SOURCES, WELL_PILE, Carry, WellTable
from games.well.teaching import HOMES, NAMES


def hint(asked: HintContext) -> Hint:
    """One move ahead, and one more for the card that it uncovers. A move that only goes back comes last."""
    table = _table(asked.seen)
    stood = asked.before and _table(asked.before)
    judged = []
    for move in asked.legal:
        after = move.after(table)
        worth, why = _judged(table, move, after)
        judged.append((0 if after == stood else worth, Hint(move, why)))
    return max(judged, key=lambda each: each[0])[1]


def _judged(table: WellTable, move: Carry, after: WellTable) -> tuple[int, str]:
    """How good a move is, from 1 up, and why."""
    source, target = move.source, move.target
    from_side = source in (ROWS, ROWS + 1)
    left = after.stacks[source]
    waits = target == WELL_PILE or (target < ROWS and not table.stacks[target])
    if target == FOUNDATION:
        suit = next(n for n in range(4) if len(after.home[n]) != len(table.home[n]))
        decided = len(table.home[suit]) > 1
        return (
            100 if decided else 90
        ), "each card that is home counts" if decided else "it starts a foundation"
    if left and _goes(after, source, home=True):
        return (80 if not waits else 70), f"it frees {SIGNS[left[-1]]} for its foundation"
    if not left and from_side:
        return (65 if not waits else 40), f"{NAMES[SOURCES[source]]} is empty then, and the well open"
    if not left and source < ROWS:
        return 60, f"{NAMES[SOURCES[source]]} is empty then, and takes any card"
    if source == WELL_PILE:
        return (50 if not waits else 5), "the well is empty again"
    if from_side and not waits:
        return 45, f"{NAMES[SOURCES[source]]} has to become empty"
    if left and _goes(after, source, home=False):
        return (30 if not waits else 20), f"{SIGNS[left[-1]]} can move then"
    return (10 if not waits else 2), f"it uncovers {SIGNS[left[-1]]}" if left else "nothing else leads on"


def _goes(table: WellTable, source: int, *, home: bool) -> bool:
    """Whether the exposed card of a row can go home, or else to another card."""
    return any(
        move.source == source
        and (move.target == FOUNDATION if home else move.target < ROWS and bool(table.stacks[move.target]))
        for move in table.legal()
        if isinstance(move, Carry)
    )


def _table(seen: Seen) -> WellTable:
    """In Well everything is seen."""
    home = tuple(seen.piles[home].up for home in HOMES)
    stacks = tuple(seen.piles[pile].up for pile in SOURCES)
    return WellTable((*stacks, *home), seen.rules["foundations"] == "either")
