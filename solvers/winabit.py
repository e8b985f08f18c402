"""WinABit solved within a budget: a beam search finds a good game, and then another search bounds the score
of every game.

The waste may be turned over at will, so each card of the hand can be played next. Tables therefore count as
one if they differ only in what is turned or in the order of the stacks. A cheat and the move of its card are
one step; a cheat is in vain if its card cannot be played.

A step changes little, so what comes after it is counted from the table before: its key, its hope, its
trouble. Only for the few tables that are searched on are the moves made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from heapq import heappop, heappush
from itertools import chain
from operator import itemgetter
from random import Random

from games.cards import KING, PACK_52, RANK, SUIT
from games.game import Position
from games.table import Move
from games.winabit.rules import (
    FOUNDATION,
    GOES_ON,
    NEW,
    PULLED,
    REDEAL,
    RETURN,
    STACKS,
    TURN,
    WASTE,
    MoveCards,
    WinABitTable,
    play,
    pull,
)
from solvers.retrace import along
from solvers.solution import STOP_EVERY, Effort, Search, Solution, Stopped

EFFORT = Effort(samples=8, each=2000, together=1_600_000)
PROVES = False

CardStep = tuple[int, int, int]
"""Moves in a row that count as one: the source of a card, its place there, and its target.

In a stack, places count from the bottom; a card that lies there face down is pulled. In the hand, they count
from the next card on."""

After = tuple[CardStep, int, int, int, int]
"""A step, and what counts of the table after it: its key, its cards face down, cheats, and cards in the
hand."""

CardSteps = tuple[tuple[WinABitTable, CardStep], ...]
"""Steps, each with the table before it."""

MOST = 40_000
"""The most states to look at. A good game is found long before that; a proof would mostly take far more."""

WIDTH = 10
"""How many tables the beam search plays on side by side at most."""

STATES_EACH = 1600
"""The fewest states for one table that is played to the end. When fewer are left, they are better spent on
that table's end than on a second table."""

BACK = FOUNDATION + 1
"""The target of a pulled card that returns."""

KEPT = 128
"""How many searches are remembered."""

#: Trouble of a table, in halves, besides cards gone from the hand: a face-down card, a cheat; and if the
#: place for the deepest face-up card of a stack is in the hand, covered by a card, face down, or nowhere.
HAND, FACE_DOWN, CHEAT, IN_HAND, COVERED, BURIED, NOWHERE = 2, 6, 12, 6, 2, 4, 16
#: A place is told by one number: that of its stack times this, and its trouble.
STACK = 64
#: More covering cards add no more trouble.
MOST_COVERED = 3

FLOOR, HOME = len(PACK_52), len(PACK_52) + 1
"""What a card lies on that is the lowest of its stack, or on a foundation."""

KINGS = [card for card in PACK_52 if RANK[card] == KING]
#: The cards on which a card may be laid; and as a bit mask all on whose places its trouble depends.
LAID_ON = [tuple(on) for on in GOES_ON]
CONCERNED = [sum(1 << other for other in (card, *LAID_ON[card])) for card in PACK_52]

_random = Random("winabit")
#: Random numbers that make up the key of a table: for each card on another, face down, and in the hand.
LYING_ON = [[*(_random.getrandbits(60) for _ in range(HOME)), 0] for _ in PACK_52]
LYING_DOWN = [_random.getrandbits(60) for _ in PACK_52]
IN_A_HAND = [_random.getrandbits(60) for _ in PACK_52]


def solve(position: Position, search: Search) -> Solution:
    """Return the best game found. It is seldom proven, and mostly near the end of a game."""
    table = position.table
    assert isinstance(table, WinABitTable)
    way, bound = _searched(in_order(table), search)
    return along(position, _moves(table, way), bound)


@lru_cache(maxsize=KEPT)
def _searched(start: WinABitTable, search: Search) -> tuple[CardSteps, int]:
    """Return the steps to the best table, and a score that no play beats.

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
        #: For the key of each table: the key of the table before it, that table, and the step since.
        self.before: dict[int, tuple[int, WinABitTable, CardStep] | None] = {start.key: None}
        self.score, self.end = start.table.score, start.key

    def new(self, opened: _Opened) -> Iterator[tuple[int, After]]:
        """Yield the steps to tables that are new, and remember these. Each has a score that no game from
        there beats."""
        before, scoring = self.before, opened.table.scoring
        for after in opened.steps():
            step, key, hidden, cheats, hand = after
            if key in before:
                continue
            if len(before) % STOP_EVERY == 1 and self.search.stop():
                raise Stopped
            before[key] = opened.key, opened.table, step
            hope = _score(0, cheats, hand, scoring)
            if hope > self.score:
                score = _score(hidden, cheats, hand, scoring)
                if score > self.score:
                    self.score, self.end = score, key
            yield hope, after

    def way(self) -> CardSteps:
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
            trouble = _Trouble(opened.table)
            for hope, after in found.new(opened):
                if hope > found.score:
                    hopeful.append((trouble.after(after), hope, opened.table, after[0]))
        hopeful = [each for each in hopeful if each[1] > found.score]
        hopeful.sort(key=itemgetter(0))
        together = [_Opened(in_order(_made(table, step))) for _, _, table, step in hopeful[:width]]
    return found


def _most_hoped_for_first(start: WinABitTable, search: Search) -> tuple[_Found, int]:
    """Return what the other search found, and a score that no play beats. The most promising tables are
    searched first."""
    opened = _Opened(start)
    found = _Found(opened, search)
    waiting: list[tuple[int, int, WinABitTable, CardStep | None]] = [(-_hope(start), 0, start, None)]
    while waiting and -waiting[0][0] > found.score and len(found.before) < search.budget:
        _, _, table, step = heappop(waiting)
        if step:
            opened = _Opened(in_order(_made(table, step)))
        for hope, (step, *_) in found.new(opened):
            heappush(waiting, (-hope, len(found.before), opened.table, step))
    hopes = [-waiting[0][0]] if waiting else []
    return found, max([found.score, *hopes])


class _Opened:
    """A table in order, and what its steps leave as it is."""

    def __init__(self, table: WinABitTable) -> None:
        self.table = table
        #: The cards of each stack, from the bottom up.
        self.stacks = [down + up for down, up in zip(table.down, table.up, strict=True)]
        #: Each card on which another may be laid, with its stack; and whether a stack is empty.
        self.exposed = {stack[-1]: number for number, stack in enumerate(self.stacks) if stack}
        self.has_place = () in self.stacks
        self.targets = self._targets()
        #: A number for what lies on what; and one for the table, the same for all that count as one.
        self.links = _links(table)
        self.key = self.links + table.cheats

    def _targets(self) -> dict[int, list[tuple[int, int]]]:
        """Return where each card may go if it lies alone or on the waste, and what it lies on there."""
        targets: dict[int, list[tuple[int, int]]] = {}
        for on, stack in self.exposed.items():
            for card in LAID_ON[on]:
                targets.setdefault(card, []).append((stack, on))
        if self.has_place:
            for card in KINGS:
                targets.setdefault(card, []).append((NEW, FLOOR))
        for suit, count in enumerate(self.table.home):
            if count < KING:
                targets.setdefault(KING * suit + count, []).append((FOUNDATION, HOME))
        return targets

    def steps(self) -> Iterator[After]:
        """Return every step."""
        if self.table.pulled:
            return self._with_pulled_card()
        if self.table.hidden:
            return chain(self._in_sight(), self._pulls(), self._with_hand())
        return iter(())

    def _in_sight(self) -> Iterator[After]:
        """Yield the steps with cards that lie face up in the stacks."""
        table, exposed = self.table, self.exposed
        cheats, hand = table.cheats, len(table.hand)
        for source, stack in enumerate(self.stacks):
            for place in range(len(stack) - 1, len(table.down[source]) - 1, -1):
                card = stack[place]
                for on in LAID_ON[card]:
                    target = exposed.get(on, source)
                    if target != source:
                        links, hidden = self._without(source, place)
                        key = (links ^ LYING_ON[card][on]) + cheats
                        yield (source, place, target), key, hidden, cheats, hand
                if self.has_place and RANK[card] == KING and place:
                    links, hidden = self._without(source, place)
                    key = (links ^ LYING_ON[card][FLOOR]) + cheats
                    yield (source, place, NEW), key, hidden, cheats, hand
            if stack and RANK[stack[-1]] == table.home[SUIT[stack[-1]]] + 1:
                place = len(stack) - 1
                links, hidden = self._without(source, place)
                yield (source, place, FOUNDATION), links + cheats, hidden, cheats, hand

    def _without(self, source: int, place: int) -> tuple[int, int]:
        """Return the links, and the number of cards face down, once the cards from this place on have left a
        stack."""
        stack = self.stacks[source]
        below = stack[place - 1] if place else FLOOR
        links = self.links ^ LYING_ON[stack[place]][below]
        if place and place == len(self.table.down[source]):
            return links ^ LYING_DOWN[below], self.table.hidden - 1
        return links, self.table.hidden

    def _pulls(self) -> Iterator[After]:
        """Yield the steps that cheat."""
        table = self.table
        hidden, cheats, hand = table.hidden - 1, table.cheats + 1, len(table.hand)
        for source, down in enumerate(table.down):
            below = FLOOR
            for place, card in enumerate(down):
                if card in self.targets:
                    above = self.stacks[source][place + 1]
                    links = self.links ^ LYING_DOWN[card] ^ LYING_ON[card][below]
                    links ^= LYING_ON[above][card] ^ LYING_ON[above][below]
                    for target, on in self.targets[card]:
                        key = (links ^ LYING_ON[card][on]) + cheats
                        yield (source, place, target), key, hidden, cheats, hand
                below = card

    def _with_hand(self) -> Iterator[After]:
        """Yield the steps with a card of the hand."""
        table = self.table
        hidden, cheats, hand = table.hidden, table.cheats, len(table.hand) - 1
        for place, card in enumerate(table.hand):
            for target, on in self.targets.get(card, ()):
                key = (self.links ^ IN_A_HAND[card] ^ LYING_ON[card][on]) + cheats
                yield (WASTE, place, target), key, hidden, cheats, hand

    def _with_pulled_card(self) -> Iterator[After]:
        """Yield the steps with the pulled card. They are so few that they are simply made."""
        for move in self.table.legal():
            after = move.after(self.table)
            target = move.target if isinstance(move, MoveCards) else BACK
            key = _links(after) + after.cheats
            yield (PULLED, 0, target), key, after.hidden, after.cheats, len(after.hand)


def _links(table: WinABitTable) -> int:
    """Return a number for what lies on what."""
    links = 0
    for down, up in zip(table.down, table.up, strict=True):
        below = FLOOR
        for card in down:
            links ^= LYING_ON[card][below] ^ LYING_DOWN[card]
            below = card
        for card in up:
            links ^= LYING_ON[card][below]
            below = card
    for card in table.hand:
        links ^= IN_A_HAND[card]
    if table.pulled:
        links ^= LYING_DOWN[table.pulled.card]
    return links


class _Trouble:
    """The trouble of a table in order: an estimate of how far it is from a good end."""

    def __init__(self, table: WinABitTable) -> None:
        self.table = table
        #: For each card, how much trouble it is as a place, and its stack: `stack * STACK + trouble`.
        self.places = [STACKS * STACK + NOWHERE] * len(PACK_52)
        for card in table.hand:
            self.places[card] = STACKS * STACK + IN_HAND
        #: The cards of each stack, as a bit mask.
        self.cards = []
        for stack, (down, up) in enumerate(zip(table.down, table.up, strict=True)):
            _place_down(self.places, stack, down)
            _place_up(self.places, stack, up)
            self.cards.append(sum([1 << card for card in down + up]))
        #: Each stack with face-down cards, the cards on whose places its trouble depends, and its trouble.
        self.to_clear = [
            (stack, CONCERNED[up[0]], _to_clear(stack, up, table.home, self.places))
            for stack, (down, up) in enumerate(zip(table.down, table.up, strict=True))
            if down
        ]
        self.all_to_clear = sum([trouble for _, _, trouble in self.to_clear])

    def after(self, after: After) -> int:
        """Return the trouble of the table after a step."""
        step, _, hidden, cheats, hand = after
        (source, place, target), table = step, self.table
        if source == PULLED:
            made = _made(table, step)
            return self._with(_Trouble(made).all_to_clear, hidden, cheats, hand)
        places, home, moved = self.places.copy(), table.home, 0
        down, up = [*table.down], [*table.up]
        if source == WASTE:
            cards = table.hand[place : place + 1]
            moved = 1 << cards[0]
        else:
            moved = self.cards[source]
            under, shown = down[source], up[source]
            if place < len(under):
                cards = under[place : place + 1]
                down[source] = under[:place] + under[place + 1 :]
            else:
                place -= len(under)
                cards, up[source] = shown[place:], shown[:place]
                if not place and under:
                    down[source], up[source] = under[:-1], under[-1:]
            if down[source] is not under:
                _place_down(places, source, down[source])
            _place_up(places, source, up[source])
        if target == FOUNDATION:
            suit = SUIT[cards[0]]
            home = (*home[:suit], home[suit] + 1, *home[suit + 1 :])
            places[cards[0]] = STACKS * STACK + NOWHERE
            moved |= 3 << cards[0]  # the next card of the suit may go home now
        else:
            if target == NEW:
                target = up.index(())
            moved |= self.cards[target]
            up[target] += cards
            _place_up(places, target, up[target])
        trouble = self.all_to_clear
        for stack, concerned, before in self.to_clear:
            if concerned & moved:
                now = _to_clear(stack, up[stack], home, places) if down[stack] else 0
                trouble += now - before
        return self._with(trouble, hidden, cheats, hand)

    def _with(self, to_clear: int, hidden: int, cheats: int, hand: int) -> int:
        """Return the whole trouble."""
        counting = 0 if cheats and self.table.scoring == "5a" else hand
        return FACE_DOWN * hidden + CHEAT * cheats - HAND * counting + to_clear


def _place_down(places: list[int], stack: int, down: tuple[int, ...]) -> None:
    place = stack * STACK + BURIED
    for card in reversed(down):
        place += COVERED
        places[card] = place


def _place_up(places: list[int], stack: int, up: tuple[int, ...]) -> None:
    place = stack * STACK
    most = place + COVERED * MOST_COVERED
    for card in reversed(up):
        places[card] = place
        if place < most:
            place += COVERED


def _to_clear(stack: int, up: tuple[int, ...], home: tuple[int, ...], places: list[int]) -> int:
    """Return the trouble of moving the face-up cards off a stack's face-down cards."""
    card = up[0]
    if RANK[card] == KING:
        return 0
    trouble = NOWHERE
    if RANK[card] == home[SUIT[card]] + 1 and len(up) - 1 < trouble:
        trouble = len(up) - 1
    for on in LAID_ON[card]:
        place = places[on]
        if place % STACK < trouble and place // STACK != stack:
            trouble = place % STACK
    return trouble


def in_order(table: WinABitTable) -> WinABitTable:
    """Return the same table for all that differ only in what is turned and in the order of the stacks."""
    if table.pulled:
        return table
    stacks = sorted(zip(table.down, table.up, strict=True))
    down, up = zip(*stacks, strict=True)
    return table._replace(down=down, up=up, turned=0)


def _made(table: WinABitTable, step: CardStep) -> WinABitTable:
    """Return the table after a step."""
    source, place, _ = step
    if source == WASTE:
        table = table._replace(turned=place + 1)
    for move in _moves_of(step, table, range(STACKS)):
        table = move.after(table)
    return table


def _moves(table: WinABitTable, way: CardSteps) -> Iterator[Move]:
    """Yield the moves of steps that were found for tables in order."""
    for found, step in way:
        lying = [*zip(table.down, table.up, strict=True)]
        at = [lying.index(stack) for stack in zip(found.down, found.up, strict=True)]
        source, place, _ = step
        turns = _turns(table, place + 1) if source == WASTE else ()
        for move in (*turns, *_moves_of(step, found, at)):
            yield move
            table = move.after(table)


def _moves_of(step: CardStep, table: WinABitTable, at: Sequence[int]) -> tuple[Move, ...]:
    """Return the moves of a step, after any turns, where the stacks of the table lie at these places."""
    source, place, target = step
    if target == BACK:
        return (RETURN,)
    target = at[target] if target < STACKS else target
    if source >= STACKS:
        return (play(source, target, 1),)
    covered = place - len(table.down[source])
    if covered < 0:
        return pull(at[source], place), play(PULLED, target, 1)
    return (play(at[source], target, len(table.up[source]) - covered),)


def _turns(table: WinABitTable, place: int) -> tuple[Move, ...]:
    """Return the moves that turn the hand until this many of its cards are on the waste."""
    if place >= table.turned:
        return (TURN,) * (place - table.turned)
    return (*(TURN,) * (len(table.hand) - table.turned), REDEAL, *(TURN,) * place)


def _hope(table: WinABitTable) -> int:
    """Return a score that no game from here beats: the score with nothing face down."""
    return _score(0, table.cheats, len(table.hand), table.scoring)


@cache
def _score(hidden: int, cheats: int, hand: int, scoring: str) -> int:
    """Return the score of any table with so many cards face down, cheats, and cards in the hand."""
    return WinABitTable((), (), (0,) * hand, 0, (), None, cheats, hidden, scoring).score
