"""The messages of WinABit to its player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from games.cards import ACE, IS_RED, KING, PACK_52, RANK, SUIT, SUIT_CASES
from games.language import Message
from games.piles import Seen
from games.table import NOTHING_CHANGES, Move
from games.teacher import (
    CARD_WORDS,
    COMPLETE,
    COVERED,
    HOME_STAYS,
    NOTHING_TAKES,
    UP,
    USED_UP,
    WASTE_SIGN,
    Direction,
    Reasons,
    Teacher,
    pile_names,
)
from games.winabit.rules import (
    FOUNDATION,
    FOUNDATION_NAMES,
    GOES_ON,
    HAND_EMPTY,
    NEW,
    NO_PLACE,
    PULLED_FIRST,
    SOURCES,
    STACK_NAMES,
    STACKS,
    WASTE,
    WASTE_EMPTY,
    WORST,
    MoveCards,
    Pull,
    Redeal,
    Return,
    Turn,
    play,
)

NAMES = pile_names("winabit")

#: The most moves tried to find a plan. Games need a few dozen, but seven stacks that fit each other could be
#: cleared in millions of orders.
MOST_TRIED = 500


def _takes_on(card: int) -> Message:
    """Return which cards a card takes: those of the other colour that are one rank lower or higher."""
    colour, rank = "black" if IS_RED[card] else "red", RANK[card]
    return Message("winabit.takes_next", colour=colour, rank=rank, lower=rank - 1, higher=rank + 1)


_TAKES = tuple(map(_takes_on, PACK_52))
#: For each suit and each number of cards on its foundation: the message about the card that the foundation
#: takes next.
_NEXT_HOME = tuple(
    (*(Message("winabit.next_of_suit", suit=suit, rank=rank) for rank in range(ACE, KING + 1)), COMPLETE)
    for suit in SUIT_CASES
)
#: Why a card of a stack can go nowhere; None for kings, because their reason depends on the table.
_STAYS = tuple(None if RANK[card] == KING else NOTHING_TAKES[card] for card in PACK_52)
_EMPTY = (Message("winabit.place_is_empty"),)
_PULLED_FIRST, _WASTE_EMPTY, _HAND_EMPTY = (PULLED_FIRST,), (WASTE_EMPTY,), (HAND_EMPTY,)
_HOME = dict.fromkeys(FOUNDATION_NAMES, (HOME_STAYS,))
#: The text on a foundation. The index is the number of cards on it.
_HOME_SIGNS = (Message("winabit.ace_up"), *[UP] * (KING - 1), None)
_SIGNS = {**dict.fromkeys(STACK_NAMES, Message("winabit.king")), "waste": WASTE_SIGN}
_TURN_OVER = Message("winabit.turn_over")
_TURNED = tuple(Message("winabit.card_turned", card=card) for card in CARD_WORDS)
_NEXT_TURNED, _TURNED_OVER = Message("winabit.next_card_turned"), Message("winabit.waste_turned_over")
_A_KING = Message("winabit.a_king")


def _words(move: MoveCards | Pull | Turn | Redeal | Return, seen: Seen, then: Seen | None) -> Message:
    match move:
        case MoveCards():
            pile = SOURCES[move.source]
            deepest = seen.piles[pile].up[-move.count]
            return _moved(deepest, move.count - 1, seen.origin if pile == "pulled" else pile, move.target)
        case Pull(stack, place):
            card = then and then.top("pulled")
            if card is None:
                return Message("winabit.card_below_pulled", place=place + 1, stack=NAMES[SOURCES[stack]])
            return Message("winabit.card_pulled", card=CARD_WORDS[card], stack=NAMES[SOURCES[stack]])
        case Turn():
            card = then and then.top("waste")
            return _NEXT_TURNED if card is None else _TURNED[card]
        case Return():
            assert seen.origin is not None
            pulled = CARD_WORDS[seen.piles["pulled"].up[-1]]
            return Message("winabit.returned", card=pulled, stack=NAMES[seen.origin])
    return _TURNED_OVER


@lru_cache(maxsize=2048)
def _moved(card: int, on_it: int, source: str | None, target: int) -> Message:
    """Return the message that a card went from a pile to a target. `on_it` is the number of cards that went
    with it, because they lay on it."""
    assert source is not None
    what, whence = CARD_WORDS[card], NAMES[source]
    if target == FOUNDATION:
        return Message("winabit.moved_home", card=what, source=whence)
    if target == NEW:
        return Message("winabit.moved_to_empty_place", card=what, on_it=on_it, source=whence)
    return Message("winabit.moved", card=what, on_it=on_it, source=whence, target=NAMES[SOURCES[target]])


def _reasons(seen: Seen, legal: Sequence[Move]) -> dict[str, Reasons]:
    piles = seen.piles
    reasons: dict[str, Reasons] = {**_HOME}
    if piles["pulled"].up:
        return reasons | dict.fromkeys((*STACK_NAMES, "stock", "waste"), _PULLED_FIRST)
    movable = {(move.source, move.count) for move in legal if type(move) is MoveCards}
    for source, stack in enumerate(STACK_NAMES):
        down, up = piles[stack]
        if not up:
            reasons[stack] = _EMPTY
            continue
        why = [
            None if (source, n) in movable else _STAYS[card] or _king_stays(n < len(up) or down)
            for n, card in enumerate(reversed(up), 1)
        ]
        if down:
            why.append(None)  # it can be pulled, as a cheat
        while len(why) > 1 and why[-1] is why[-2]:
            why.pop()
        if why != [None]:
            reasons[stack] = why
    waste = piles["waste"].up
    if not waste:
        reasons["waste"] = _WASTE_EMPTY
    else:
        alone = None if (WASTE, 1) in movable else NOTHING_TAKES[waste[-1]]
        if len(waste) > 1:
            reasons["waste"] = (alone, COVERED[waste[-1]])
        elif alone:
            reasons["waste"] = (alone,)
    if not waste and not piles["stock"].down:
        reasons["stock"] = _HAND_EMPTY
    return reasons


def _king_stays(leaves_cards: int) -> Message:
    """Return why a king and the cards on it cannot start a stack of their own. If they leave no cards behind,
    the move would change nothing."""
    return NO_PLACE if leaves_cards else NOTHING_CHANGES


def _takes(seen: Seen, legal: Sequence[Move]) -> dict[str, Message]:
    takes = {}
    for stack in STACK_NAMES:
        up = seen.piles[stack].up
        takes[stack] = _TAKES[up[-1]] if up else _A_KING
    for suit, home in enumerate(FOUNDATION_NAMES):
        takes[home] = _NEXT_HOME[suit][len(seen.piles[home].up)]
    return takes


def _signs(seen: Seen) -> dict[str, Message]:
    piles = seen.piles
    signs = seen.on_empty(_SIGNS)
    if not piles["stock"].down:
        signs["stock"] = _TURN_OVER if piles["waste"].up else USED_UP
    return signs | {home: sign for home in FOUNDATION_NAMES if (sign := _HOME_SIGNS[len(piles[home].up)])}


def _directions(seen: Seen) -> dict[str, Direction]:
    return {home: "up" for home in FOUNDATION_NAMES if len(seen.piles[home].up) < KING}


def _rest(seen: Seen, legal: Sequence[Move]) -> Sequence[Move] | None:
    """Return moves that turn up every face-down card without using the hand, one for each such card; None if
    no such way is known.

    No game can end better, because the hand cannot grow and cheats stay. It does not matter which cards are
    turned up, because nothing is laid on them.
    """
    hiding = [stack for stack, name in enumerate(STACK_NAMES) if seen.piles[name].down]
    if seen.piles["pulled"].up or any(seen.piles[STACK_NAMES[stack]].down > 1 for stack in hiding):
        return None
    up = [seen.piles[name].up for name in STACK_NAMES]
    home = [len(seen.piles[name].up) for name in FOUNDATION_NAMES]
    leaving = {
        move.source
        for move in legal
        if type(move) is MoveCards and move.source < STACKS and move.count == len(up[move.source])
    }
    if any(stack not in leaving and len(up[stack]) > 1 for stack in hiding):
        return None  # a plan makes no new places for several cards, so these can never go
    return _plan(up, home, hiding, iter(range(MOST_TRIED)))


def _plan(
    up: Sequence[tuple[int, ...] | None], home: Sequence[int], hiding: Sequence[int], tries: Iterator[int]
) -> list[Move] | None:
    """Return moves that clear the face-up cards of each stack in `hiding`, one after the other; None if there
    is no such way, or none is found within `tries`.

    In `up`, a stack is None once these moves have cleared its face-up cards: the card that is then turned up
    is not known yet.
    """
    if not hiding:
        return []
    for source in hiding:
        others = [stack for stack in hiding if stack != source]
        for _, (move, then, built) in zip(tries, _leaving(up, home, source), strict=False):
            if (following := _plan(then, built, others, tries)) is not None:
                return [move, *following]
    return None


def _leaving(
    up: Sequence[tuple[int, ...] | None], home: Sequence[int], source: int
) -> Iterator[tuple[Move, Sequence[tuple[int, ...] | None], Sequence[int]]]:
    """Yield each move of all face-up cards of a stack, with the stacks and foundations after the move."""
    cards = up[source]
    assert cards
    for target, stack in enumerate(up):
        if target != source and stack and stack[-1] in GOES_ON[cards[0]]:
            yield (
                play(source, target, len(cards)),
                _exchanged(up, {source: None, target: stack + cards}),
                home,
            )
    if RANK[cards[0]] == KING and () in up:
        place = up.index(())
        yield play(source, NEW, len(cards)), _exchanged(up, {source: None, place: cards}), home
    suit = SUIT[cards[0]]
    if len(cards) == 1 and RANK[cards[0]] == home[suit] + 1:
        built = [count + (n == suit) for n, count in enumerate(home)]
        yield play(source, FOUNDATION, 1), _exchanged(up, {source: None}), built


def _exchanged(
    up: Sequence[tuple[int, ...] | None], changed: Mapping[int, tuple[int, ...] | None]
) -> Sequence[tuple[int, ...] | None]:
    return [changed.get(stack, cards) for stack, cards in enumerate(up)]


def _outcome(seen: Seen, score: int) -> Message:
    """Return the outcome. The number of cheats follows from the score, which cannot fall below the worst."""
    scoring, piles = seen.rules["scoring"], seen.piles
    hidden = sum(piles[stack].down for stack in STACK_NAMES) + len(piles["pulled"].up)
    hand = piles["stock"].down + len(piles["waste"].up)
    return _counted(scoring, hidden, hand, score)


@lru_cache(maxsize=1024)
def _counted(scoring: str, hidden: int, hand: int, score: int) -> Message:
    if not hidden and score == hand:
        kept = Message("winabit.kept", cards=hand)
        return Message("outcome", parts=(kept, Message("winabit.no_cheats")))
    cheats = -score - hidden
    if scoring == "5b":
        cheats += (0 if hidden else hand) - 1
    parts = [Message("cards_face_down", cards=hidden)] if hidden else []
    if scoring == "5b" and not hidden:
        parts.append(Message("winabit.kept", cards=hand))
    if cheats and score == WORST[scoring]:
        parts.append(Message("winabit.cheats_or_more", cheats=cheats))
    elif cheats:
        parts.append(Message("winabit.cheats", cheats=cheats))
    return Message("outcome", parts=tuple(parts))


TEACHER = Teacher(
    pile_names=NAMES,
    words=_words,
    reasons=_reasons,
    takes=_takes,
    signs=_signs,
    directions=_directions,
    rest=_rest,
    is_progress=lambda move: not isinstance(move, Pull),
    outcome=_outcome,
)
