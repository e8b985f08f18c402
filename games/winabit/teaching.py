"""The texts of WinABit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from games.cards import IS_RED, KING, PACK_52, RANK, RANK_WORDS, SIGNS, SUIT, SUIT_WORDS
from games.piles import Seen
from games.table import Move
from games.teacher import HOME_STAYS, UP, USED_UP, WASTE_SIGN, Reasons, Teacher, counted, covered, pile_names
from games.winabit.rules import (
    FOUNDATION,
    FOUNDATION_NAMES,
    GOES_ON,
    HAND_EMPTY,
    NEW,
    NO_PLACE,
    NOTHING_CHANGES,
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

NAMES = pile_names(__file__)

#: The most moves tried to find a plan. Games need a few dozen, but seven stacks that fit each other could be
#: cleared in millions of orders.
MOST_TRIED = 500


def _colour_and_ranks(card: int) -> str:
    ranks = sorted({RANK[on] for on in GOES_ON[card]})
    return f"a {'black' if IS_RED[card] else 'red'} {' or '.join(RANK_WORDS[rank] for rank in ranks)}"


_TAKES = tuple(map(_colour_and_ranks, PACK_52))
_NEXT_HOME = tuple(
    (*(f"the {word} of {suit}" for word in RANK_WORDS[1:]), "nothing: it is complete") for suit in SUIT_WORDS
)
_NOTHING_TAKES = tuple(f"nothing takes {sign} now" for sign in SIGNS)
#: Why a card of a stack can go nowhere; None for kings, which depend on the table.
_STAYS = tuple(None if RANK[card] == KING else _NOTHING_TAKES[card] for card in PACK_52)
_EMPTY = ("this place is empty",)
_PULLED_FIRST, _WASTE_EMPTY, _HAND_EMPTY = (PULLED_FIRST,), (WASTE_EMPTY,), (HAND_EMPTY,)
_HOME = dict.fromkeys(FOUNDATION_NAMES, (HOME_STAYS,))
#: The sign of a foundation by its number of cards.
_HOME_SIGNS = (f"A{UP}", *[UP] * (KING - 1), "")
_SIGNS = {**dict.fromkeys(STACK_NAMES, "K"), "waste": WASTE_SIGN}


def _words(move: MoveCards | Pull | Turn | Redeal | Return, seen: Seen, then: Seen | None) -> str:
    match move:
        case MoveCards():
            return _play_in_words(move, seen)
        case Pull(stack, place):
            card = then and then.top("pulled")
            what = f"card {place + 1} from the bottom" if card is None else SIGNS[card]
            return f"{what} pulled out of {NAMES[SOURCES[stack]]}, a cheat"
        case Turn():
            card = then and then.top("waste")
            what = "the next card" if card is None else SIGNS[card]
            return f"{what} from the stock to the waste"
        case Return():
            assert seen.origin is not None
            return f"{SIGNS[seen.piles['pulled'].up[-1]]} back into {NAMES[seen.origin]}, face down"
    return "the waste turned over"


def _play_in_words(move: MoveCards, seen: Seen) -> str:
    source, count = SOURCES[move.source], move.count
    what = SIGNS[seen.piles[source].up[-count]]
    if count > 1:
        what += f" with {count - 1} card{'s' if count > 2 else ''} on it"
    if source == "pulled":
        assert seen.origin is not None
        come_from = NAMES[seen.origin]
    else:
        come_from = NAMES[source]
    match move.target:
        case target if target < STACKS:
            to = NAMES[SOURCES[target]]
        case target if target == FOUNDATION:
            to = "its foundation"
        case _:
            to = "an empty place"
    return f"{what} from {come_from} to {to}"


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
        alone = None if (WASTE, 1) in movable else _NOTHING_TAKES[waste[-1]]
        if len(waste) > 1:
            reasons["waste"] = (alone, covered(waste[-1]))
        elif alone:
            reasons["waste"] = (alone,)
    if not waste and not piles["stock"].down:
        reasons["stock"] = _HAND_EMPTY
    return reasons


def _king_stays(leaves_cards: int) -> str:
    """Return why a king and the cards on it cannot start a stack of their own."""
    return NO_PLACE if leaves_cards else NOTHING_CHANGES


def _takes(seen: Seen, legal: Sequence[Move]) -> dict[str, str]:
    takes = {}
    for stack in STACK_NAMES:
        up = seen.piles[stack].up
        takes[stack] = _TAKES[up[-1]] if up else "a king"
    for suit, home in enumerate(FOUNDATION_NAMES):
        takes[home] = _NEXT_HOME[suit][len(seen.piles[home].up)]
    return takes


def _signs(seen: Seen) -> dict[str, str]:
    piles = seen.piles
    signs = seen.on_empty(_SIGNS)
    if not piles["stock"].down:
        signs["stock"] = "turn over" if piles["waste"].up else USED_UP
    return signs | {home: sign for home in FOUNDATION_NAMES if (sign := _HOME_SIGNS[len(piles[home].up)])}


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
        return None  # a plan only takes places away, so what cannot go now never can
    return _plan(up, home, hiding, iter(range(MOST_TRIED)))


def _plan(
    up: Sequence[tuple[int, ...] | None], home: Sequence[int], hiding: Sequence[int], tries: Iterator[int]
) -> list[Move] | None:
    """Return moves that clear the face-up cards of each stack in `hiding`, one after the other; None if there
    is no such way, or none is found within `tries`.

    In `up`, a stack whose last face-down card was turned up is None, because its card is not known.
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


def _outcome(seen: Seen, score: int) -> str:
    """Return the outcome in words. The number of cheats follows from the score, which cannot fall below the
    worst one."""
    scoring, piles = seen.rules["scoring"], seen.piles
    hidden = sum(piles[stack].down for stack in STACK_NAMES) + len(piles["pulled"].up)
    hand = piles["stock"].down + len(piles["waste"].up)
    if not hidden and score == hand:
        return f"{counted(hand, 'card')} kept, no cheats"
    cheats = -score - hidden
    if scoring == "5b":
        cheats += (0 if hidden else hand) - 1
    at_least = " or more" if score == WORST[scoring] else ""
    said = [f"{counted(hidden, 'card')} face down"] if hidden else []
    if scoring == "5b" and not hidden:
        said.append(f"{counted(hand, 'card')} kept")
    if cheats:
        said.append(f"{counted(cheats, 'cheat')}{at_least}")
    return ", ".join(said)


TEACHER = Teacher(
    pile_names=NAMES,
    words=_words,
    reasons=_reasons,
    takes=_takes,
    signs=_signs,
    rest=_rest,
    is_progress=lambda move: not isinstance(move, Pull),
    outcome=_outcome,
)
