"""A hint for WinABit: turn up face-down cards, and use the hand only where that helps."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from games.cards import KING, PACK_52, RANK, SUIT
from games.hint import NOTHING_HELPS, Hint, HintContext
from games.language import Message
from games.piles import Seen
from games.table import Move
from games.teacher import CARD_WORDS
from games.winabit.rules import (
    FOUNDATION,
    FOUNDATION_NAMES,
    GOES_ON,
    NEW,
    STACK_NAMES,
    STACKS,
    WASTE,
    MoveCards,
    Pull,
    Redeal,
    Turn,
    play,
)
from games.winabit.teaching import NAMES

COSTS_A_CARD = Message("winabit.costs_a_card")
MAY_LEAD_ON, UNDER_IT = Message("winabit.another_card_may_lead_on"), Message("winabit.what_lies_under_it")
CHEAT_COSTS_NO_MORE = Message("winabit.cheat_costs_no_more")
MAKES_A_PLACE = Message("winabit.makes_a_place")
NOWHERE_TO_GO, PLAYED_AT_ONCE = Message("winabit.nowhere_to_go"), Message("winabit.pulled_card_at_once")

#: The number of cards in the stock at the start. After more moves, a hint assumes that the player has seen
#: all these cards. Then it is better to play cards from the waste than to keep them.
LOOKED_THROUGH = 21


def hint(asked: HintContext) -> Hint:
    seen, legal = asked.seen, asked.legal
    plays = [move for move in legal if isinstance(move, MoveCards)]
    if seen.piles["pulled"].up:
        return _of_the_pulled_card(plays, legal)
    found = (
        _that_turns_up_a_card(seen, plays)
        or _that_makes_room(seen, [move for move in plays if move.source < STACKS])
        or _that_makes_room(seen, [move for move in plays if move.source == WASTE])
    )
    if found:
        return found
    if asked.ply > LOOKED_THROUGH and (laid := [move for move in plays if move.source == WASTE]):
        return Hint(laid[0], COSTS_A_CARD)
    for move in legal:
        if isinstance(move, Turn):
            return Hint(move, MAY_LEAD_ON)
        if isinstance(move, Redeal) and (useful := _useful_of_the_waste(seen)) is not None:
            return Hint(move, Message("winabit.leads_on_again", card=CARD_WORDS[useful]))
    for move in plays:
        if move.target == FOUNDATION:
            return Hint(move, UNDER_IT)
    if _can_be_pulled(seen):
        pulls = [move for move in legal if isinstance(move, Pull)]
        pull = pulls[asked.ply // 2 % len(pulls)]  # each time another card, since a return follows each pull
        return Hint(pull, CHEAT_COSTS_NO_MORE)
    if (step := _towards_a_cheat(seen, asked.most // 3)) is not None:
        return Hint(step, MAKES_A_PLACE)
    return Hint(plays[asked.ply % len(plays)] if plays else legal[0], NOTHING_HELPS)


def _of_the_pulled_card(plays: Sequence[MoveCards], legal: Sequence[Move]) -> Hint:
    if not plays:
        return Hint(legal[0], NOWHERE_TO_GO)
    on_a_stack = [move for move in plays if move.target != FOUNDATION]
    return Hint((on_a_stack or plays)[0], PLAYED_AT_ONCE)


def _that_turns_up_a_card(seen: Seen, plays: Sequence[MoveCards]) -> Hint | None:
    """Return a hint to move all face-up cards off a stack, if possible the one with the most face-down cards;
    None if no such move is legal."""
    uncovering = [
        move
        for move in plays
        if move.source < STACKS
        and seen.piles[STACK_NAMES[move.source]].down
        and move.count == len(seen.piles[STACK_NAMES[move.source]].up)
    ]
    if not uncovering:
        return None
    best = max(uncovering, key=lambda move: seen.piles[STACK_NAMES[move.source]].down)
    return Hint(best, Message("winabit.turns_up", stack=NAMES[STACK_NAMES[best.source]]))


def _that_makes_room(seen: Seen, plays: Sequence[MoveCards]) -> Hint | None:
    """Return a hint to a move after which some stack can be cleared down to its face-down cards; None if no
    move does that. Before the move, no stack can be cleared."""
    for move in plays:
        source = seen.piles["waste" if move.source == WASTE else STACK_NAMES[move.source]].up
        cards = source[-move.count :]
        up, home = _laid(seen, cards, move.target)
        if move.source < STACKS:
            up[move.source] = up[move.source][: -move.count]
        if (freed := _clearable(seen, up, home)) is not None:
            card = CARD_WORDS[freed]
            if move.source == WASTE:
                return Hint(move, Message("winabit.makes_room_at_a_cost", card=card))
            return Hint(move, Message("winabit.makes_room", card=card))
    return None


def _face_down(seen: Seen) -> list[int]:
    """Return the face-down cards of the stacks: all cards out of sight. This is called only when the whole
    hand is on the waste, so only the places of these cards are unknown."""
    in_sight = {card for pile in seen.piles.values() for card in pile.up}
    return [card for card in PACK_52 if card not in in_sight]


def _can_be_pulled(seen: Seen) -> bool:
    """Return whether any face-down card could be played. If not, no cheat would help."""
    lying = _Lying.of(seen)
    return any(lying.takes(card) for card in _face_down(seen))


def _towards_a_cheat(seen: Seen, most: int) -> MoveCards | None:
    """Return the first move on a shortest way to a table on which a face-down card or a card of the waste
    could be played, or a stack is cleared down to its face-down cards. None if a search of about `most`
    tables finds no way.
    """
    down = [seen.piles[name].down for name in STACK_NAMES]
    useful = (*_face_down(seen), *seen.piles["waste"].up)
    start = _Lying.of(seen)
    ways: list[tuple[_Lying, MoveCards | None]] = [(start, None)]
    known = {start}
    for lying, first in ways:  # the list grows meanwhile
        for move, then in lying.moves(down):
            if then in known:
                continue
            if any(then.takes(card) for card in useful) or (down[move.source] and not then.up[move.source]):
                return first or move
            known.add(then)
            ways.append((then, first or move))
        if len(known) > most:
            return None
    return None


class _Lying(NamedTuple):
    """The face-up cards of the stacks, and the number of cards on each foundation."""

    up: tuple[tuple[int, ...], ...]
    home: tuple[int, ...]

    @classmethod
    def of(cls, seen: Seen) -> _Lying:
        return cls(tuple(_up(seen)), tuple(len(seen.piles[name].up) for name in FOUNDATION_NAMES))

    def takes(self, card: int) -> bool:
        """Return whether this card, which is not in `up`, could go to a stack, a foundation or, as a king, to
        an empty place."""
        fits = any(cards and cards[-1] in GOES_ON[card] for cards in self.up)
        return fits or (RANK[card] == KING and () in self.up) or self.home[SUIT[card]] + 1 == RANK[card]

    def moves(self, down: Sequence[int]) -> Iterator[tuple[MoveCards, _Lying]]:
        """Yield every move of face-up cards from a stack to another stack, to an empty place or to a
        foundation, each with the `_Lying` after it. `down` has the number of face-down cards in each
        stack."""
        for source, cards in enumerate(self.up):
            for count in range(1, len(cards) + 1):
                moved, left = cards[-count:], cards[:-count]
                for target, there in enumerate(self.up):
                    if there and target != source and there[-1] in GOES_ON[moved[0]]:
                        yield play(source, target, count), self._with({source: left, target: there + moved})
                if RANK[moved[0]] == KING and () in self.up and (left or down[source]):
                    place = self.up.index(())
                    yield play(source, NEW, count), self._with({source: left, place: moved})
            if cards and self.home[SUIT[cards[-1]]] + 1 == RANK[cards[-1]]:
                built = tuple(n + (suit == SUIT[cards[-1]]) for suit, n in enumerate(self.home))
                yield play(source, FOUNDATION, 1), self._with({source: cards[:-1]})._replace(home=built)

    def _with(self, changed: Mapping[int, tuple[int, ...]]) -> _Lying:
        return self._replace(up=tuple(changed.get(stack, cards) for stack, cards in enumerate(self.up)))


def _useful_of_the_waste(seen: Seen) -> int | None:
    """Return a card of the waste that could be played, preferably one that makes room; None if there is
    none."""
    exposed = {cards[-1]: stack for stack, cards in enumerate(_up(seen)) if cards}
    fitting = [(card, on) for card in seen.piles["waste"].up for on in GOES_ON[card] if on in exposed]
    for card, on in fitting:
        if _clearable(seen, *_laid(seen, (card,), exposed[on])) is not None:
            return card
    if fitting:
        return fitting[0][0]
    lying = _Lying.of(seen)
    return next((card for card in seen.piles["waste"].up if lying.takes(card)), None)


def _laid(seen: Seen, cards: tuple[int, ...], target: int) -> tuple[list[tuple[int, ...]], list[int]]:
    """Return the face-up cards of the stacks, and the sizes of the foundations, after `cards` are laid on a
    target."""
    up = _up(seen)
    home = [len(seen.piles[name].up) for name in FOUNDATION_NAMES]
    if target == FOUNDATION:
        home[SUIT[cards[0]]] += 1
    elif target == NEW:
        up[up.index(())] = cards
    else:
        up[target] += cards
    return up, home


def _clearable(seen: Seen, up: Sequence[tuple[int, ...]], home: Sequence[int]) -> int | None:
    """Look for a stack with face-down cards whose face-up cards can all move away together. Return the
    deepest of these face-up cards; None if there is no such stack."""
    exposed = {cards[-1]: stack for stack, cards in enumerate(up) if cards}
    for stack, name in enumerate(STACK_NAMES):
        cards = up[stack]
        if not cards or not seen.piles[name].down:
            continue
        fits = any(exposed.get(on, stack) != stack for on in GOES_ON[cards[0]])
        king = RANK[cards[0]] == KING and () in up
        goes_home = len(cards) == 1 and RANK[cards[0]] == home[SUIT[cards[0]]] + 1
        if fits or king or goes_home:
            return cards[0]
    return None


def _up(seen: Seen) -> list[tuple[int, ...]]:
    return [seen.piles[name].up for name in STACK_NAMES]
