"""The rules of WinABit: its table, its moves, and how it is laid out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import accumulate, chain, product
from typing import NamedTuple, TypeVar

from games.cards import IS_RED, KING, PACK_52, RANK, SUIT, SUITS
from games.language import Message
from games.piles import Pile
from games.table import NOTHING_CHANGES, OVER, STOCK_EMPTY, Move, refilled

T = TypeVar("T")

STACKS = 11
DOWN_AT_FIRST = (3, 3, 4, 4, 4, 3, 3)
WORST = {"5a": -24, "5b": -25}

#: The source or target of a card is the index of a stack, or one of these numbers.
WASTE, PULLED = STACKS, STACKS + 1
NEW, FOUNDATION = STACKS, STACKS + 1
SOURCES = (*(str(stack + 1) for stack in range(STACKS)), "waste", "pulled")
TARGETS = (*(str(stack + 1) for stack in range(STACKS)), "new", "foundation")

STACK_NAMES = SOURCES[:STACKS]
FOUNDATION_NAMES = tuple(f"foundation-{suit.lower()}" for suit in SUITS)
#: BUILT[suit][count] is the foundation of a suit with `count` cards on it.
BUILT = tuple(
    tuple(Pile(0, PACK_52[13 * n : 13 * n + count]) for count in range(13 + 1)) for n in range(len(SUITS))
)

#: For each card, the cards it may be laid on: those of the other colour, one rank higher or lower.
GOES_ON = tuple(
    frozenset(on for on in PACK_52 if IS_RED[on] != IS_RED[card] and abs(RANK[on] - RANK[card]) == 1)
    for card in PACK_52
)

PULLED_FIRST = Message("winabit.pulled_card_first")
NONE_PULLED = Message("winabit.none_pulled")
CAN_BE_PLAYED = Message("winabit.pulled_card_can_be_played")
STOCK_LEFT = Message("winabit.stock_is_not_empty")
HAND_EMPTY = Message("winabit.hand_is_empty")
WASTE_EMPTY = Message("winabit.waste_is_empty")
NOT_SO_MANY_UP, NOT_SO_MANY_DOWN = Message("winabit.not_so_many_up"), Message("winabit.not_so_many_down")
KING_GOES_TO_NEW = Message("winabit.king_goes_to_new")
SAME_STACK = Message("winabit.same_stack")
DOES_NOT_FIT = Message("winabit.does_not_fit")
NOT_NEXT = Message("winabit.not_the_next_of_its_suit")
ONLY_KINGS = Message("winabit.only_kings_start_a_stack")
NO_PLACE = Message("winabit.no_stack_is_empty")


class PulledCard(NamedTuple):
    """A card that was pulled out of a stack, and the place to which it would return."""

    card: int
    stack: int
    place: int


class WinABitTable(NamedTuple):
    """`down` and `up` are the face-down and face-up parts of each stack, from the bottom up.

    `hand` is stock and waste in the order of turning; its first `turned` cards are the waste. `home`
    counts the cards of each foundation. `hidden` counts face-down cards in the stacks and a pulled card;
    at 0 the game is over.
    """

    down: tuple[tuple[int, ...], ...]
    up: tuple[tuple[int, ...], ...]
    hand: tuple[int, ...]
    turned: int
    home: tuple[int, ...]
    pulled: PulledCard | None
    cheats: int
    hidden: int
    scoring: str

    @property
    def finished(self) -> bool:
        return self.hidden == 0

    @property
    def won(self) -> bool:
        return self.finished and self.cheats == 0

    @property
    def score(self) -> int:
        if self.won:
            return len(self.hand)
        lost = self.cheats + self.hidden
        if self.scoring == "5b":
            lost += 1
            if self.finished:
                lost -= len(self.hand)
        return max(-lost, WORST[self.scoring])

    def legal(self) -> Iterator[Move]:
        yield from (move for move in self._candidates() if move.refusal(self) is None)
        if not self.pulled:  # in this case every face-down card may be pulled
            for pulls, cards in zip(PULLS, self.down, strict=True):
                yield from pulls[: len(cards)]

    def _candidates(self) -> Iterator[Move]:
        """Yield every legal move except pulls, and some illegal ones: only whether a card fits is checked
        here."""
        if self.pulled:
            yield from (play(PULLED, target, 1) for target in range(len(TARGETS)))
            yield RETURN
            return
        exposed = {stack[-1]: target for target, stack in enumerate(self.up) if stack}
        for source, stack in enumerate(self.up):
            for count, card in enumerate(reversed(stack), 1):
                for on in GOES_ON[card]:
                    if on in exposed:
                        yield play(source, exposed[on], count)
                if RANK[card] == KING:
                    yield play(source, NEW, count)
            if stack:
                yield play(source, FOUNDATION, 1)
        if self.turned:
            for on in GOES_ON[self.hand[self.turned - 1]]:
                if on in exposed:
                    yield play(WASTE, exposed[on], 1)
            yield play(WASTE, NEW, 1)
            yield play(WASTE, FOUNDATION, 1)
        yield TURN
        yield REDEAL

    @property
    def origin(self) -> str | None:
        return SOURCES[self.pulled.stack] if self.pulled else None

    def face_down(self) -> tuple[int, ...]:
        return (*(card for stack in self.down for card in stack), *self.hand[self.turned :])

    def with_face_down(self, cards: Sequence[int]) -> WinABitTable:
        *down, stock = refilled((*self.down, self.hand[self.turned :]), cards)
        return self._replace(down=tuple(down), hand=self.hand[: self.turned] + stock)

    def piles(self) -> dict[str, Pile]:
        piles = dict(zip(STACK_NAMES, map(Pile, map(len, self.down), self.up), strict=True))
        piles["stock"] = Pile(len(self.hand) - self.turned)
        piles["waste"] = Pile(0, self.hand[: self.turned])
        for pile, built, count in zip(FOUNDATION_NAMES, BUILT, self.home, strict=True):
            piles[pile] = built[count]
        piles["pulled"] = Pile(0, (self.pulled.card,) if self.pulled else ())
        return piles


@dataclass(frozen=True)
class Turn:
    """Turn the next card of the stock face up onto the waste."""

    text = "turn"

    def refusal(self, table: WinABitTable) -> Message | None:
        if not table.hidden:
            return OVER
        if table.pulled:
            return PULLED_FIRST
        return None if table.turned < len(table.hand) else STOCK_EMPTY

    def after(self, table: WinABitTable) -> WinABitTable:
        return table._replace(turned=table.turned + 1)


@dataclass(frozen=True)
class Redeal:
    """Turn the waste over to be the stock again, in the same order."""

    text = "redeal"

    def refusal(self, table: WinABitTable) -> Message | None:
        if not table.hidden:
            return OVER
        if table.pulled:
            return PULLED_FIRST
        if table.turned < len(table.hand):
            return STOCK_LEFT
        return None if table.turned else HAND_EMPTY

    def after(self, table: WinABitTable) -> WinABitTable:
        return table._replace(turned=0)


@dataclass(frozen=True)
class MoveCards:
    """Move the topmost `count` cards of a source to a target, in their order."""

    source: int
    target: int
    count: int

    @cached_property
    def text(self) -> str:
        text = f"move {SOURCES[self.source]} {TARGETS[self.target]}"
        return text if self.count == 1 else f"{text} {self.count}"

    def refusal(self, table: WinABitTable) -> Message | None:
        """Return why the move is refused. The deepest of the cards that move decides whether they fit the
        target."""
        source, target, count = self.source, self.target, self.count
        if not table.hidden:
            return OVER
        if source == PULLED:
            if not table.pulled:
                return NONE_PULLED
            card = table.pulled.card
        elif table.pulled:
            return PULLED_FIRST
        elif source == WASTE:
            if not table.turned:
                return WASTE_EMPTY
            card = table.hand[table.turned - 1]
        else:
            stack = table.up[source]
            if count > len(stack):
                return NOT_SO_MANY_UP
            card = stack[-count]

        if target < STACKS:
            onto = table.up[target]
            if not onto:
                return KING_GOES_TO_NEW
            if source == target:
                return SAME_STACK
            return None if onto[-1] in GOES_ON[card] else DOES_NOT_FIT
        if target == FOUNDATION:
            return None if RANK[card] == table.home[SUIT[card]] + 1 else NOT_NEXT
        if RANK[card] != KING:
            return ONLY_KINGS
        if source < STACKS and count == len(table.up[source]) and not table.down[source]:
            return NOTHING_CHANGES
        return None if () in table.up else NO_PLACE

    def after(self, table: WinABitTable) -> WinABitTable:
        source, target, count = self.source, self.target, self.count
        down, up, hand, turned, home, pulled, cheats, hidden, scoring = table
        stacks = list(up)
        if source < STACKS:
            stack = up[source]
            cards, left = stack[-count:], stack[:-count]
            if not left and down[source]:
                left = down[source][-1:]
                down = _exchanged(down, source, down[source][:-1])
                hidden -= 1
            stacks[source] = left
        elif source == WASTE:
            turned -= 1
            cards = hand[turned : turned + 1]
            hand = hand[:turned] + hand[turned + 1 :]
        else:
            assert pulled is not None
            cards, pulled = (pulled.card,), None
            hidden -= 1

        if target == FOUNDATION:
            suit = SUIT[cards[0]]
            home = _exchanged(home, suit, home[suit] + 1)
        else:
            if target == NEW:
                target = up.index(())
            stacks[target] += cards
        return WinABitTable(down, tuple(stacks), hand, turned, home, pulled, cheats, hidden, scoring)


@dataclass(frozen=True)
class Pull:
    """Cheat: pull a face-down card out of a stack; `place` counts from 0 at the bottom."""

    stack: int
    place: int

    @cached_property
    def text(self) -> str:
        return f"pull {self.stack + 1} {self.place + 1}"

    def refusal(self, table: WinABitTable) -> Message | None:
        if table.pulled:
            return PULLED_FIRST
        if self.place >= len(table.down[self.stack]):
            return NOT_SO_MANY_DOWN
        return None

    def after(self, table: WinABitTable) -> WinABitTable:
        stack, place = self.stack, self.place
        cards = table.down[stack]
        return table._replace(
            down=_exchanged(table.down, stack, cards[:place] + cards[place + 1 :]),
            pulled=PulledCard(cards[place], stack, place),
            cheats=table.cheats + 1,
        )


@dataclass(frozen=True)
class Return:
    """Put a pulled card back, face down in its place; allowed only if the card can go nowhere else."""

    text = "return"

    def refusal(self, table: WinABitTable) -> Message | None:
        if not table.pulled:
            return NONE_PULLED
        if any(play(PULLED, target, 1).refusal(table) is None for target in range(len(TARGETS))):
            return CAN_BE_PLAYED
        return None

    def after(self, table: WinABitTable) -> WinABitTable:
        assert table.pulled is not None
        card, stack, place = table.pulled
        cards = table.down[stack]
        down = _exchanged(table.down, stack, (*cards[:place], card, *cards[place:]))
        return table._replace(down=down, pulled=None)


def _exchanged(piles: tuple[T, ...], n: int, pile: T) -> tuple[T, ...]:
    """Return the piles with the one at index `n` replaced."""
    return (*piles[:n], pile, *piles[n + 1 :])


TURN, REDEAL, RETURN = Turn(), Redeal(), Return()
#: Equal moves are the same object: each is made once, and then looked up.
play, pull = cache(MoveCards), cache(Pull)
#: For each stack its pulls, from the bottom up.
PULLS = tuple(tuple(pull(stack, place) for place in range(max(DOWN_AT_FIRST))) for stack in range(STACKS))


def grammar(rules: Mapping[str, str]) -> Iterator[tuple[str, Move]]:
    counts = range(2, 100)
    moves: Iterable[Move] = chain(
        (TURN, REDEAL, RETURN),
        (play(source, target, 1) for source, target in product(range(len(SOURCES)), range(len(TARGETS)))),
        (play(*parts) for parts in product(range(STACKS), (*range(STACKS), NEW), counts)),
        (pull(stack, place) for stack, place in product(range(STACKS), range(99))),
    )
    return ((move.text, move) for move in moves)


def lay_out(deck: tuple[int, ...], rules: Mapping[str, str]) -> WinABitTable:
    ends = tuple(accumulate(count + 1 for count in DOWN_AT_FIRST))
    stacks = [deck[end - count - 1 : end] for end, count in zip(ends, DOWN_AT_FIRST, strict=True)]
    stacks += [()] * (STACKS - len(stacks))
    return WinABitTable(
        down=tuple(stack[:-1] for stack in stacks),
        up=tuple(stack[-1:] for stack in stacks),
        hand=deck[ends[-1] :],
        turned=0,
        home=(0, 0, 0, 0),
        pulled=None,
        cheats=0,
        hidden=sum(DOWN_AT_FIRST),
        scoring=rules["scoring"],
    )
