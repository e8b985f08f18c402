"""WinABit solved within a budget: a beam search finds a good game, and then another search bounds the score
of every game.

The waste may be turned over at will, so each card of the hand can be played next. Tables therefore count as
one if they differ only in what is turned or in the order of the stacks. A cheat and the move of its card are
one step; a cheat is in vain if its card cannot be played.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from heapq import heappop, heappush
from operator import itemgetter

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
    pull,
)
from solvers.retrace import along
from solvers.solution import STOP_EVERY, Effort, Search, Solution, Stopped

EFFORT = Effort(samples=8, each=2000, together=1_600_000)
PROVES = False

#: For each card, all cards on whose places its trouble depends.
CONCERNED = [on | {card} for card, on in enumerate(GOES_ON)]

MovesInARow = tuple[Move, ...]
"""Moves in a row that count as one."""

CameFrom = dict[int, tuple[int, WinABitTable, MovesInARow] | None]
"""For the key of each table: the key of the table before it, that table, and the step since; None for the
first."""

Places = dict[int, tuple[int, int]]
"""For each card that is neither home nor pulled: its stack, or STACKS in the hand, and its trouble as a
place."""

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
    table = position.table
    assert isinstance(table, WinABitTable)
    way, bound = _searched(in_order(table), search)
    return along(position, _moves(table, way), bound)


@lru_cache(maxsize=KEPT)
def _searched(
    start: WinABitTable, search: Search
) -> tuple[tuple[tuple[WinABitTable, MovesInARow], ...], int]:
    """Return the steps to the best table, each with the table before it, and a score that no play beats.

    The result is remembered, because cards are often turned while nothing else changes.
    """
    most = min(search.budget, MOST)
    goal = _hope(start) if search.goal is None else search.goal
    found = _beam(start, search._replace(budget=most - most // 5, goal=goal))
    other, bound = _most_hoped_for_first(start, search._replace(budget=most // 5))
    if other.score > found.score:
        found = other
    return found.way(), bound


class _Found:
    """The tables that a search met, by their keys, and the best of them."""

    def __init__(self, start: _Opened, search: Search) -> None:
        self.search = search
        self.before: CameFrom = {start.key: None}
        self.score, self.end = start.table.score, start.key

    def new(self, opened: _Opened) -> Iterator[tuple[int, WinABitTable, Collection[int]]]:
        """Yield the tables after this one that are new, and remember them. Each has a score that no game from
        there beats, and the stacks that the step may have changed."""
        before = self.before
        for step, after, changed in _steps(opened.table):
            key = opened.key_of(after, changed)
            if key in before:
                continue
            if len(before) % STOP_EVERY == 1 and self.search.stop():
                raise Stopped
            before[key] = opened.key, opened.table, step
            hope = _hope(after)
            if hope > self.score and after.score > self.score:
                self.score, self.end = after.score, key
            yield hope, after, changed

    def way(self) -> tuple[tuple[WinABitTable, MovesInARow], ...]:
        way, key = [], self.end
        while came := self.before[key]:
            key, table, step = came
            way.append((table, step))
        return tuple(reversed(way))


def _beam(start: WinABitTable, search: Search) -> _Found:
    """Return what the beam search found. The tables with the least trouble are played on together."""
    together = [_Opened(start)]
    found = _Found(together[0], search)
    width = max(1, min(WIDTH, search.budget // STATES_EACH))
    while together and found.score != search.goal and len(found.before) < search.budget:
        hopeful = []
        for opened in together:
            for hope, after, changed in found.new(opened):
                if hope > found.score:
                    hopeful.append((opened.trouble_of(after, changed), hope, after))
        hopeful = [each for each in hopeful if each[1] > found.score]
        hopeful.sort(key=itemgetter(0))
        together = [_Opened(in_order(after)) for _, _, after in hopeful[:width]]
    return found


def _most_hoped_for_first(start: WinABitTable, search: Search) -> tuple[_Found, int]:
    """Return what the other search found, and a score that no play beats. The most promising tables are
    searched first."""
    found = _Found(_Opened(start), search)
    waiting = [(-_hope(start), 0, start)]
    while waiting and -waiting[0][0] > found.score and len(found.before) < search.budget:
        _, _, table = heappop(waiting)
        for hope, after, _ in found.new(_Opened(in_order(table))):
            heappush(waiting, (-hope, len(found.before), after))
    hopes = [-waiting[0][0]] if waiting else []
    return found, max([found.score, *hopes])


class _Opened:
    """A table in order, and what most of its steps leave as it is."""

    def __init__(self, table: WinABitTable) -> None:
        self.table = table
        self.keys = [*map(_key, table.down, table.up)]
        self.sum = sum(self.keys)
        self.key = self.key_of(table, ())

    @cached_property
    def places(self) -> Places:
        places = dict.fromkeys(self.table.hand, (STACKS, IN_HAND))
        for stack, (down, up) in enumerate(zip(self.table.down, self.table.up, strict=True)):
            _place_down(places, stack, down)
            _place_up(places, stack, up)
        return places

    @cached_property
    def to_clear(self) -> list[float]:
        """The trouble of each stack: of moving the face-up cards off its face-down cards."""
        return [_to_clear(self.table, stack, self.places) for stack in range(STACKS)]

    @cached_property
    def all_to_clear(self) -> float:
        return sum(self.to_clear)

    @cached_property
    def concerned(self) -> list[tuple[int, frozenset[int]]]:
        """The stacks with face-down cards, each with the cards on whose places its trouble depends."""
        return [
            (stack, CONCERNED[up[0]])
            for stack, (down, up) in enumerate(zip(self.table.down, self.table.up, strict=True))
            if down and up
        ]

    def key_of(self, after: WinABitTable, changed: Collection[int]) -> int:
        """Return a number for a table after one step: the same for all that count as one."""
        key, keys = self.sum, self.keys
        for stack in changed:
            key += _key(after.down[stack], after.up[stack]) - keys[stack]
        return hash((key, after.hand, after.home, after.cheats))

    def trouble_of(self, after: WinABitTable, changed: Collection[int]) -> float:
        """Return an estimate of how far a table after one step is from a good end."""
        table, places = self.table, self.places.copy()
        moved: set[int] = set()
        if after.home is not table.home:
            suit = next(suit for suit, count in enumerate(after.home) if count != table.home[suit])
            card = 13 * suit + after.home[suit] - 1
            places.pop(card, None)
            moved |= {card, card + 1}  # the next card of the suit may go home now
        for stack in changed:
            shown = after.up[stack]
            moved.update(shown)
            if after.down[stack] is not table.down[stack]:
                moved.update(after.down[stack])
                _place_down(places, stack, after.down[stack])
            _place_up(places, stack, shown)
        counting = 0 if after.cheats and after.scoring == "5a" else len(after.hand)
        trouble = FACE_DOWN * after.hidden + CHEAT * after.cheats - counting + self.all_to_clear
        to_clear = self.to_clear
        for stack, cards in self.concerned:
            if stack in changed or not cards.isdisjoint(moved):
                trouble += _to_clear(after, stack, places) - to_clear[stack]
        return trouble


def _key(down: tuple[int, ...], up: tuple[int, ...]) -> int:
    """Return a number for a stack.

    The key of a table adds up those of its stacks. Hashes of tuples that end alike would often have the same
    sum, but their squares do not.
    """
    return hash((down, up)) ** 2


def _place_down(places: Places, stack: int, down: tuple[int, ...]) -> None:
    for above, card in enumerate(reversed(down), 1):
        places[card] = stack, BURIED + above


def _place_up(places: Places, stack: int, up: tuple[int, ...]) -> None:
    for above, card in enumerate(reversed(up)):
        places[card] = stack, COVERED * above if above < MOST_COVERED else COVERED * MOST_COVERED


def _to_clear(table: WinABitTable, stack: int, places: Places) -> float:
    """Return the trouble of moving the face-up cards off a stack's face-down cards; 0 if it has none."""
    down, up = table.down[stack], table.up[stack]
    if not down or not up or RANK[up[0]] == KING:
        return 0
    card = up[0]
    trouble: float = NOWHERE
    if RANK[card] == table.home[SUIT[card]] + 1:
        trouble = min(trouble, (len(up) - 1) / 2)
    for on in GOES_ON[card]:
        lies, other = places.get(on, (stack, NOWHERE))
        if lies != stack and other < trouble:
            trouble = other
    return trouble


def _steps(table: WinABitTable) -> Iterator[tuple[MovesInARow, WinABitTable, Collection[int]]]:
    """Yield every step from a table in order, the table after it, and the stacks that it may change."""
    exposed = {up[-1]: stack for stack, up in enumerate(table.up) if up}
    laid_on: list[tuple[int, ...]] = [(stack,) for stack in range(STACKS)]
    laid_on += [(table.up.index(()),) if () in table.up else (), ()]  # for NEW and FOUNDATION
    for move in table.legal():
        if isinstance(move, Pull):
            targets = _targets(table, table.down[move.stack][move.place], exposed)
            if targets:
                pulled = move.after(table)
                for laid in _plays(pulled, PULLED, targets):
                    yield (move, laid), laid.after(pulled), {move.stack, *laid_on[laid.target]}
        elif table.pulled:
            yield (move,), move.after(table), range(STACKS)
        elif isinstance(move, MoveCards) and move.source != WASTE:
            yield (move,), move.after(table), (move.source, *laid_on[move.target])
    if table.hidden and not table.pulled:
        for place, card in enumerate(table.hand, 1):
            targets = _targets(table, card, exposed)
            if targets:
                turned = table._replace(turned=place)
                for laid in _plays(turned, WASTE, targets):
                    yield (*(TURN,) * place, laid), laid.after(turned), laid_on[laid.target]


def _targets(table: WinABitTable, card: int, exposed: Mapping[int, int]) -> list[int]:
    """Return where a card that lies alone or on the waste may fit."""
    targets = sorted([exposed[on] for on in GOES_ON[card] if on in exposed])
    if RANK[card] == KING:
        targets.append(NEW)
    if RANK[card] == table.home[SUIT[card]] + 1:
        targets.append(FOUNDATION)
    return targets


def _plays(table: WinABitTable, source: int, targets: Iterable[int]) -> Iterator[MoveCards]:
    """Yield all moves of a card that lies alone or on the waste."""
    for target in targets:
        move = play(source, target, 1)
        if move.refusal(table) is None:
            yield move


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


def _moves(table: WinABitTable, way: Iterable[tuple[WinABitTable, MovesInARow]]) -> Iterator[Move]:
    """Yield the moves of steps that were found for tables in order."""
    for found, step in way:
        lying = [*zip(table.down, table.up, strict=True)]
        at = [lying.index(stack) for stack in zip(found.down, found.up, strict=True)]
        *before, last = step
        if TURN in before:
            before = [*_turns(table, len(before))]
        for move in (*before, last):
            move = _on(move, at)
            yield move
            table = move.after(table)


def _on(move: Move, at: Sequence[int]) -> Move:
    """Return the same move where the stacks lie at these places."""
    match move:
        case MoveCards(source, target, count):
            return play(*(at[pile] if pile < STACKS else pile for pile in (source, target)), count)
        case Pull(stack, place):
            return pull(at[stack], place)
    return move


def _hope(table: WinABitTable) -> int:
    """Return a score that no game from here beats: the score with nothing face down."""
    return _hope_with(len(table.hand), table.cheats, table.scoring)


@cache
def _hope_with(hand: int, cheats: int, scoring: str) -> int:
    return WinABitTable((), (), (0,) * hand, 0, (), None, cheats, 0, scoring).score
