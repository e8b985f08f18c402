"""WinABit, as far as a search with a budget comes: a beam for a good game, then a bound on every game.

The waste is turned over as often as one likes, so each card of the hand can be played next: tables that
differ in what is turned are one, as are those that differ in which stack is which. A cheat is one step with
what is done with its card; where nothing can be done with it, it would be in vain.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from heapq import heappop, heappush

from games.cards import KING, RANK, SUIT
from games.game import Position
from games.table import Move
from games.winabit.rules import (
    FOUNDATION,
    GOES_ON,
    NEW,
    PULLED,
    REDEAL,
    STACKS,
    TURN,
    WASTE,
    MoveCards,
    Pull,
    WinABitTable,
    play,
)
from solvers.retracing import retraced, way_to
from solvers.solution import STOP_EVERY, Effort, Search, Solution, Stopped

EFFORT = Effort(samples=8, each=2000, together=1_600_000)
PROVES = False

CameFrom = dict[WinABitTable, WinABitTable | None]

MOST = 40_000
"""No more states are looked at: a good game is found long before, and a proof is mostly far beyond."""

WIDTH = 10
"""So many tables at most are played on side by side."""

STATES_EACH = 1600
"""A table that is played on to the end takes so many states at least; where they are fewer, the end is worth
more than a second table beside it."""

KEPT = 128
"""How many searches are remembered, each by what it found alone."""

#: What makes trouble, beside each card of the hand that is gone: a card face down, a cheat, and for the
#: deepest face-up card of a stack that its place is in the hand, covered by a card, face down, or nowhere.
FACE_DOWN, CHEAT, IN_HAND, COVERED, BURIED, NOWHERE = 3, 6, 3, 1, 2, 8
#: More cards on a place are no more trouble.
MOST_COVERED = 3


def solve(position: Position, search: Search) -> Solution:
    """The best that is found; it is proven now and then, mostly near the end."""
    assert isinstance(position.table, WinABitTable)
    way, bound = _searched(in_order(position.table), search)
    return retraced(position, way, bound, steps=_steps, in_order=in_order)


@lru_cache(maxsize=KEPT)
def _searched(start: WinABitTable, search: Search) -> tuple[tuple[WinABitTable, ...], int]:
    """The tables on the way to the best one, and what no play betters.

    It is kept for a while: cards are often turned where nothing else changes.
    """
    most = min(search.budget, MOST)
    goal = _hope(start) if search.goal is None else search.goal
    before, best = _beam(start, search._replace(budget=most - most // 5, goal=goal))
    tried, other, bound = _most_hoped_for_first(start, search._replace(budget=most // 5))
    if other.score > best.score:
        before, best = tried, other
    return way_to(best, before), bound


def _beam(start: WinABitTable, search: Search) -> tuple[CameFrom, WinABitTable]:
    """Where each table came from, and the best: those with the least trouble are played on together."""
    before: CameFrom = {start: None}
    best = start
    together = [start]
    width = max(1, min(WIDTH, search.budget // STATES_EACH))
    while together and best.score != search.goal and len(before) < search.budget:
        trouble = {}
        for table in together:
            for then in _new(table, before, search):
                best = max(best, then, key=_score)
                trouble[then] = _trouble(then)
        hopeful = (table for table in trouble if _hope(table) > best.score)
        together = sorted(hopeful, key=trouble.__getitem__)[:width]
    return before, best


def _most_hoped_for_first(start: WinABitTable, search: Search) -> tuple[CameFrom, WinABitTable, int]:
    """The same, and what no play betters: that is known of what was hoped for and is looked through."""
    before: CameFrom = {start: None}
    best = start
    waiting = [(-_hope(start), 0, start)]
    while waiting and -waiting[0][0] > best.score and len(before) < search.budget:
        _, _, table = heappop(waiting)
        for then in _new(table, before, search):
            best = max(best, then, key=_score)
            heappush(waiting, (-_hope(then), len(before), then))
    hopes = [-waiting[0][0]] if waiting else []
    return before, best, max([best.score, *hopes])


def _new(table: WinABitTable, before: CameFrom, search: Search) -> Iterator[WinABitTable]:
    """The tables after this one that have not been seen before, and are now."""
    for _, after in _steps(table):
        then = in_order(after)
        if then not in before:
            if len(before) % STOP_EVERY == 1 and search.stop():
                raise Stopped
            before[then] = table
            yield then


def _steps(table: WinABitTable) -> Iterator[tuple[tuple[Move, ...], WinABitTable]]:
    for move in table.legal():
        if isinstance(move, Pull):
            pulled = move.after(table)
            assert pulled.pulled is not None
            for laid, after in _plays(pulled, PULLED, pulled.pulled.card):
                yield (move, laid), after
        elif table.pulled or (isinstance(move, MoveCards) and move.source != WASTE):
            yield (move,), move.after(table)
    if table.hidden and not table.pulled:
        for place, card in enumerate(table.hand, 1):
            for laid, after in _plays(table._replace(turned=place), WASTE, card):
                yield (*_turns(table, place), laid), after


def _plays(table: WinABitTable, source: int, card: int) -> Iterator[tuple[Move, WinABitTable]]:
    """Everything that can be done with a card that lies alone or on the waste."""
    targets = [stack for stack in range(STACKS) if table.up[stack] and table.up[stack][-1] in GOES_ON[card]]
    for target in (*targets, NEW, FOUNDATION):
        move = play(source, target, 1)
        if move.refusal(table) is None:
            yield move, move.after(table)


def _turns(table: WinABitTable, place: int) -> tuple[Move, ...]:
    """What turns the hand until so many of its cards are on the waste."""
    if place >= table.turned:
        return (TURN,) * (place - table.turned)
    return (*(TURN,) * (len(table.hand) - table.turned), REDEAL, *(TURN,) * place)


def in_order(table: WinABitTable) -> WinABitTable:
    """One table for all that differ only in what is turned and in which stack is which."""
    if table.pulled:
        return table
    stacks = sorted(zip(table.down, table.up, strict=True))
    down, up = zip(*stacks, strict=True)
    return table._replace(down=down, up=up, turned=0)


def _score(table: WinABitTable) -> int:
    return table.score


def _hope(table: WinABitTable) -> int:
    """No game from here ends better than it would if nothing were face down."""
    return table._replace(hidden=0, pulled=None).score


def _trouble(table: WinABitTable) -> float:
    """How far a table seems from a good end."""
    counting = 0 if table.cheats and table.scoring == "5a" else len(table.hand)
    return FACE_DOWN * table.hidden + CHEAT * table.cheats - counting + sum(_to_clear(table))


def _to_clear(table: WinABitTable) -> Iterator[float]:
    """For each stack with cards face down how much trouble it is to clear it down to those."""
    places = dict.fromkeys(table.hand, (STACKS, IN_HAND))
    for stack, (down, up) in enumerate(zip(table.down, table.up, strict=True)):
        for above, card in enumerate(reversed(down), 1):
            places[card] = stack, BURIED + above
        for above, card in enumerate(reversed(up)):
            places[card] = stack, COVERED * min(above, MOST_COVERED)
    for stack, (down, up) in enumerate(zip(table.down, table.up, strict=True)):
        if not down or not up or RANK[up[0]] == KING:
            continue
        troubles: list[float] = [NOWHERE]
        if RANK[up[0]] == table.home[SUIT[up[0]]] + 1:
            troubles.append((len(up) - 1) / 2)
        for on in GOES_ON[up[0]]:
            lies, trouble = places.get(on, (stack, NOWHERE))
            if lies != stack:
                troubles.append(trouble)
        yield min(troubles)
