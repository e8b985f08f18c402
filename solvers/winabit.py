"""Solves WinABit within a budget. A beam search finds a good game; a second search finds a bound, a score
that no game beats.

The waste may be turned over at will, so each card of the hand can be played next. Therefore tables count as
the same if they differ only in the turned cards or in the order of the stacks. A cheat and the move of the
pulled card are one step, because a cheat is useless if its card cannot be played.

The searches compare tables by three numbers. The *key* is the same for tables that count as the same. The
*hope* is a score that no game from the table beats. The *trouble* estimates how far the table is from a good
end. A step changes little, so the numbers of the table after it are computed from the table before it. Its
moves are made only if the search goes on from there.
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
"""A step, which is one or more moves in a row: the source of a card, its place there, and its target.

In a stack, places count from the bottom; a card that lies there face down is pulled. In the hand, places
count in the order in which the cards are turned.
"""

After = tuple[CardStep, int, int, int, int]
"""A step, and four numbers of the table after it: its key, its face-down cards, its cheats, and the cards in
the hand."""

CardSteps = tuple[tuple[WinABitTable, CardStep], ...]
"""Steps, each with the table before it."""

MOST = 40_000
"""The greatest number of states to search. A good game is found long before that; a proof would usually take
far more."""

WIDTH = 10
"""The greatest number of tables that the beam search follows side by side."""

STATES_EACH = 1600
"""The number of states that it takes to play one table to its end. The beam search follows only as many
tables as its budget can play to their ends."""

BACK = FOUNDATION + 1
"""The target of a pulled card that is put back."""

KEPT = 128
"""The greatest number of searches whose results are remembered."""

#: The parts of a table's trouble, in halves of a point. Each card in the hand subtracts HAND. Each face-down
#: card adds FACE_DOWN, and each cheat adds CHEAT. A stack with face-down cards adds the least trouble of
#: moving the lowest of its face-up cards: to a card in the hand (IN_HAND), to a covered card (COVERED for
#: each card that covers it), to a face-down card (BURIED besides), or NOWHERE if no card can take it.
HAND, FACE_DOWN, CHEAT, IN_HAND, COVERED, BURIED, NOWHERE = 2, 6, 12, 6, 2, 4, 16
#: The place of a card is one number: the stack in which it lies times STACK, plus the trouble of laying a
#: card on it.
STACK = 64
#: At most this many of the cards that cover a place add COVERED to its trouble.
MOST_COVERED = 3

FLOOR, HOME = len(PACK_52), len(PACK_52) + 1
"""Two numbers that stand for the card below: FLOOR for the lowest card of a stack, HOME for a card on a
foundation."""

KINGS = [card for card in PACK_52 if RANK[card] == KING]
#: For each card: the cards on which it may be laid.
LAID_ON = [tuple(on) for on in GOES_ON]
#: For each card: the cards whose places decide its trouble, as a bit mask.
CONCERNED = [sum(1 << other for other in (card, *LAID_ON[card])) for card in PACK_52]

_random = Random("winabit")
#: The random numbers from which keys are made: for each card lying on each other card, for each card that
#: lies face down, and for each card in the hand.
LYING_ON = [[*(_random.getrandbits(60) for _ in range(HOME)), 0] for _ in PACK_52]
LYING_DOWN = [_random.getrandbits(60) for _ in PACK_52]
IN_A_HAND = [_random.getrandbits(60) for _ in PACK_52]


def solve(position: Position, search: Search) -> Solution:
    """Return the best game found. Only near the end of a game is it usually proven that no play is better."""
    table = position.table
    assert isinstance(table, WinABitTable)
    way, bound = _searched(in_order(table), search)
    return along(position, _moves(table, way), bound)


@lru_cache(maxsize=KEPT)
def _searched(start: WinABitTable, search: Search) -> tuple[CardSteps, int]:
    """Return the steps to the best table, and a score that no play beats.

    The result is remembered, because players often turn cards while nothing else changes.
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
        #: For the key of each table: the key of the previous table, the previous table, and the step from it.
        #: None for the first table.
        self.before: dict[int, tuple[int, WinABitTable, CardStep] | None] = {start.key: None}
        self.score, self.end = start.table.score, start.key

    def new(self, opened: _Opened) -> Iterator[tuple[int, After]]:
        """Yield each step that leads to a new table, with the hope of that table, and remember the table."""
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
    """Search with a beam: of all tables after one more step, follow only those with the least trouble."""
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
    """Search the tables with the highest hope first. Return the tables that were found, and a score that no
    play beats."""
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
    """A table as `in_order` returns it, and facts that all steps from it need."""

    def __init__(self, table: WinABitTable) -> None:
        self.table = table
        #: The cards of each stack, from the bottom up.
        self.stacks = [down + up for down, up in zip(table.down, table.up, strict=True)]
        #: The number of each stack that has cards, by its exposed card.
        self.exposed = {stack[-1]: number for number, stack in enumerate(self.stacks) if stack}
        #: Whether any stack is empty.
        self.has_place = () in self.stacks
        self.targets = self._targets()
        #: A number that depends only on where the cards lie: on which card, face down, or in the hand.
        self.links = _links(table)
        #: A number that is the same for tables that differ only in the turned cards or in the order of the
        #: stacks.
        self.key = self.links + table.cheats

    def _targets(self) -> dict[int, list[tuple[int, int]]]:
        """Return the targets to which a pulled card or a card of the hand may go, keyed by the card. Each
        target comes with the card on which the moved card then lies, or with FLOOR or HOME."""
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
        """Return every step from the table; none if the game is over."""
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
        """Return the links and the number of face-down cards after the cards from this place on have left a
        stack."""
        stack = self.stacks[source]
        below = stack[place - 1] if place else FLOOR
        links = self.links ^ LYING_ON[stack[place]][below]
        if place and place == len(self.table.down[source]):
            return links ^ LYING_DOWN[below], self.table.hidden - 1
        return links, self.table.hidden

    def _pulls(self) -> Iterator[After]:
        """Yield the steps that cheat: they pull a face-down card out of a stack, and play it."""
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
        """Yield the steps with the pulled card. There are so few that their moves are simply made."""
        for move in self.table.legal():
            after = move.after(self.table)
            target = move.target if isinstance(move, MoveCards) else BACK
            key = _links(after) + after.cheats
            yield (PULLED, 0, target), key, after.hidden, after.cheats, len(after.hand)


def _links(table: WinABitTable) -> int:
    """Return a hash of where the cards lie: of each card on which card it lies, and whether it lies face down
    or in the hand. The order of the stacks and of the hand does not change it."""
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
    """The trouble of a table: an estimate of how far the table is from a good end."""

    def __init__(self, table: WinABitTable) -> None:
        self.table = table
        #: For each card, its place: `stack * STACK + trouble`.
        self.places = [STACKS * STACK + NOWHERE] * len(PACK_52)
        for card in table.hand:
            self.places[card] = STACKS * STACK + IN_HAND
        #: The cards of each stack, as a bit mask.
        self.cards = []
        for stack, (down, up) in enumerate(zip(table.down, table.up, strict=True)):
            _place_down(self.places, stack, down)
            _place_up(self.places, stack, up)
            self.cards.append(sum([1 << card for card in down + up]))
        #: Each stack with face-down cards: its number, the cards whose places decide its trouble, and its
        #: trouble.
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
        """Return the whole trouble, given the trouble of all stacks with face-down cards."""
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
    """Return the same table for all tables that differ only in the turned cards and in the order of the
    stacks. A table with a pulled card is not changed."""
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
    """Yield the moves of these steps. The steps were found for tables in order, so the stacks of `table` may
    lie in other places."""
    for found, step in way:
        lying = [*zip(table.down, table.up, strict=True)]
        at = [lying.index(stack) for stack in zip(found.down, found.up, strict=True)]
        source, place, _ = step
        turns = _turns(table, place + 1) if source == WASTE else ()
        for move in (*turns, *_moves_of(step, found, at)):
            yield move
            table = move.after(table)


def _moves_of(step: CardStep, table: WinABitTable, at: Sequence[int]) -> tuple[Move, ...]:
    """Return the moves of a step, without turns of the hand. `at` has, for each stack of `table`, its number
    on the real table."""
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
    """Return a score that no game from here beats: the score if no card were face down."""
    return _score(0, table.cheats, len(table.hand), table.scoring)


@cache
def _score(hidden: int, cheats: int, hand: int, scoring: str) -> int:
    """Return the score of any table with this many face-down cards, cheats, and cards in the hand."""
    return WinABitTable((), (), (0,) * hand, 0, (), None, cheats, hidden, scoring).score
