"""The messages of Well to its player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache

from games.cards import PACK_52, RANK, SUIT, SUITS
from games.language import Message
from games.piles import Seen
from games.teacher import (
    ANY_CARD,
    CARD_WORDS,
    COMPLETE,
    COVERED,
    DOWN,
    HOME_STAYS,
    NOTHING_TAKES,
    STAYS_EMPTY,
    UP,
    UP_OR_DOWN,
    Direction,
    Reasons,
    Teacher,
    card_words,
    pile_names,
)
from games.well.rules import (
    CARRIES,
    FOUNDATION,
    GOES_ON,
    ROWS,
    SOURCES,
    WELL_PILE,
    WELL_SHUT,
    Carry,
    WellTable,
    is_next,
)

SIDES = SOURCES[ROWS:WELL_PILE]
HOMES = tuple(f"foundation-{suit.lower()}" for suit in SUITS)
NAMES = pile_names("well")
_NEIGHBOURS = tuple(Message("one_of", cards=card_words(sorted(GOES_ON[card]))) for card in PACK_52)
_GIVES_ONLY, _TAKES_ONE = Message("well.side_row_takes_nothing"), Message("well.well_takes_nothing")
_EMPTY = {
    **dict.fromkeys(SOURCES[:ROWS], (Message("well.row_is_empty"),)),
    **dict.fromkeys(SIDES, (Message("well.empty_side_row_stays_empty"),)),
    "well": (Message("well.well_is_empty"),),
}
_HOME = dict.fromkeys(HOMES, (HOME_STAYS,))
_SIGNS = {
    **dict.fromkeys((*SOURCES[:ROWS], "well"), ANY_CARD),
    **dict.fromkeys(SIDES, STAYS_EMPTY),
}
_DIRECTION_SIGNS: dict[Direction, Message] = {"up": UP, "down": DOWN, "either": UP_OR_DOWN}


def _words(move: Carry, seen: Seen, then: Seen | None) -> Message:
    return _carried(seen.piles[SOURCES[move.source]].up[-1], move.source, move.target)


@lru_cache(maxsize=2048)
def _carried(card: int, source: int, target: int) -> Message:
    what, whence = CARD_WORDS[card], NAMES[SOURCES[source]]
    if target == FOUNDATION:
        return Message("well.carried_home", card=what, source=whence)
    return Message("well.carried", card=what, source=whence, target=NAMES[SOURCES[target]])


def _reasons(seen: Seen, legal: Sequence[Carry]) -> dict[str, Reasons]:
    movable = {move.source for move in legal}
    reasons: dict[str, Reasons] = {**_HOME}
    for source, pile in enumerate(SOURCES):
        up = seen.piles[pile].up
        if not up:
            reasons[pile] = _EMPTY[pile]
            continue
        alone = None
        if source not in movable:
            shut = source == WELL_PILE and not _is_open(seen)
            alone = WELL_SHUT if shut else NOTHING_TAKES[up[-1]]
        if len(up) > 1:
            reasons[pile] = (alone, COVERED[up[-1]])
        elif alone:
            reasons[pile] = (alone,)
    return reasons


def _is_open(seen: Seen) -> bool:
    return not all(seen.piles[side].up for side in SIDES)


def _takes(seen: Seen, legal: Sequence[Carry]) -> dict[str, Message]:
    takes = dict.fromkeys(SIDES, _GIVES_ONLY)
    for row in SOURCES[:ROWS]:
        up = seen.piles[row].up
        takes[row] = _NEIGHBOURS[up[-1]] if up else ANY_CARD
    takes["well"] = _TAKES_ONE if seen.piles["well"].up else ANY_CARD
    either = seen.rules["foundations"] == "either"
    for home in HOMES:
        takes[home] = _following(seen.piles[home].up, either)
    return takes


@cache
def _following(foundation: tuple[int, ...], either: bool) -> Message:
    following = card_words([*_next(foundation, either)])
    return Message("one_of", cards=following) if following else COMPLETE


def _next(foundation: tuple[int, ...], either: bool) -> Iterator[int]:
    suit = PACK_52[13 * SUIT[foundation[0]] :][:13]
    return (card for card in suit if card not in foundation and is_next(card, foundation, either))


def _signs(seen: Seen) -> dict[str, Message]:
    ways = {home: _DIRECTION_SIGNS[direction] for home, direction in _directions(seen).items()}
    return seen.on_empty(_SIGNS) | ways


def _directions(seen: Seen) -> dict[str, Direction]:
    either = seen.rules["foundations"] == "either"
    return {
        home: direction
        for home in HOMES
        if (direction := _direction(seen.piles[home].up, either)) is not None
    }


@cache
def _direction(foundation: tuple[int, ...], either: bool) -> Direction | None:
    """Return the direction in which a foundation can go on; None once it is complete. On a bare ace it is
    `either` if the rules allow both directions."""
    following = [*_next(foundation, either)]
    if len(following) > 1:
        return "either"
    above = RANK[foundation[-1]] + 1
    return ("up" if RANK[following[0]] == above else "down") if following else None


def _rest(seen: Seen, legal: Sequence[Carry]) -> Sequence[Carry] | None:
    """Return the moves of every card to its foundation, if they can all go there in turn; else None."""
    if not any(move.target == FOUNDATION for move in legal):
        return None
    stacks = tuple(seen.piles[pile].up for pile in SOURCES)
    home = tuple(seen.piles[pile].up for pile in HOMES)
    return _all_home(WellTable((*stacks, *home), seen.rules["foundations"] == "either"))


def _all_home(table: WellTable) -> list[Carry] | None:
    """Return moves that bring every card straight to its foundation; None if that is impossible.

    A foundation that has its direction takes each card that fits: there is nothing to choose. On a bare ace,
    both directions are tried.
    """
    moves: list[Carry] = []
    while table.score:
        ready = [move for move in _HOMEWARDS if move.refusal(table) is None]
        decided = [move for move in ready if len(table.home[SUIT[table.stacks[move.source][-1]]]) > 1]
        if not decided:
            ways = ((move, _all_home(move.after(table))) for move in ready)
            return next(([*moves, move, *rest] for move, rest in ways if rest is not None), None)
        moves.append(decided[0])
        table = decided[0].after(table)
    return moves


_HOMEWARDS = [CARRIES[source, FOUNDATION] for source in range(len(SOURCES))]


@cache
def _outcome(score: int) -> Message:
    return Message("well.cards_not_home", cards=score)


TEACHER = Teacher(
    pile_names=NAMES,
    words=_words,
    reasons=_reasons,
    takes=_takes,
    signs=_signs,
    directions=_directions,
    rest=_rest,
    is_progress=lambda move: move.target == FOUNDATION,
    outcome=lambda seen, score: _outcome(score),
)
