"""WinABit solved within a budget: a beam search finds a good game, and then another search bounds the score
of every game.

The waste may be turned over at will, so each card of the hand can be played next. Tables therefore count as
one if they differ only in what is turned or in the order of the stacks. A cheat and the move of its card are
one step; a cheat is in vain if its card cannot be played.
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
from solvers.retrace import retrace, way_to
from solvers.solution import STOP_EVERY, Effort, Search, Solution, Stopped

EFFORT = Effort(samples=8, each=2000, together=1_600_000)
PROVES = False

CameFrom = dict[WinABitTable, WinABitTable | None]

MOST = 40_000
"""The most states to look at. A good game is found long before that; a proof would mostly take far more."""

WIDTH = 10
"""How many tables the beam search plays on side by side at most."""

STATES_EACH = 1600
"""The fewest states for one table that is played to the end. When fewer are left, they are better spent on
that table's end than on a second table."""

KEPT = 128
"""How many searches are remembered."""

#: Trouble of a table, besides cards gone from the hand: a face-down card, a cheat; and if the place for the
#: deepest face-up card of a stack is in the hand, covered by a card, face down, or nowhere.
FACE_DOWN, CHEAT, IN_HAND, COVERED, BURIED, NOWHERE = 3, 6, 3, 1, 2, 8
#: More covering cards add no more trouble.
MOST_COVERED = 3


def solve(position: Position, search: Search) -> Solution:
    """Return the best game found. It is seldom proven, and mostly near the end of a game."""
    assert isinstance(position.table, WinABitTable)
    way, bound = _searched(in_order(position.table), search)
    return retrace(position, way, bound, steps=_steps, in_order=in_order)


@lru_cache(maxsize=KEPT)
def _searched(start: WinABitTable, search: Search) -> tuple[tuple[WinABitTable, ...], int]:
    """Return the tables on the way to the best one, and a score that no play beats.

    The result is remembered, because cards are often turned while nothing else changes.
    """
    most = min(search.budget, MOST)
    goal = _hope(start) if search.goal is None else search.goal
    before, best = _beam(start, search._replace(budget=most - most // 5, goal=goal))
    tried, other, bound = _most_hoped_for_first(start, search._replace(budget=most // 5))
    if other.score > best.score:
        before, best = tried, other
    return way_to(best, before), bound


def _beam(start: WinABitTable, search: Search) -> tuple[CameFrom, WinABitTable]:
    """Return the table before each table, and the best table. The tables with the least trouble are played on
    together."""
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
    """Return the table before each table, the best table, and a score that no play beats. The most promising
    tables are searched first."""
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
    """Yield the tables after this one that are new, and remember them."""
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
    """Yield all moves of a card that lies alone or on the waste."""
    targets = [stack for stack in range(STACKS) if table.up[stack] and table.up[stack][-1] in GOES_ON[card]]
    for target in (*targets, NEW, FOUNDATION):
        move = play(source, target, 1)
        if move.refusal(table) is None:
            yield move, move.after(table)


def _turns(table: WinABitTable, place: int) -> tuple[Move, ...]:
    """Return the moves that turn the hand until this many of its cards are on the waste."""
    if place >= table.turned:
        return (TURN,) * (place - table.turned)
    return (*(TURN,) * (len(table.hand) - table.turned), REDEAL, *(TURN,) * place)


def in_order(table: WinABitTable) -> WinABitTable:
    """Return the same table for all that differ only in what is turned and in the order of the stacks."""
    if table.pulled:
        return table
    stacks = sorted(zip(table.down, table.up, strict=True))
    down, up = zip(*stacks, strict=True)
    return table._replace(down=down, up=up, turned=0)


def _score(table: WinABitTable) -> int:
    return table.score


def _hope(table: WinABitTable) -> int:
    """Return a score that no game from here beats: the score with nothing face down."""
    return table._replace(hidden=0, pulled=None).score


def _trouble(table: WinABitTable) -> float:
    """Return an estimate of how far a table is from a good end."""
    counting = 0 if table.cheats and table.scoring == "5a" else len(table.hand)
    return FACE_DOWN * table.hidden + CHEAT * table.cheats - counting + sum(_to_clear(table))


def _to_clear(table: WinABitTable) -> Iterator[float]:
    """Yield the trouble of each stack with face-down cards: of moving the face-up cards off it."""
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
