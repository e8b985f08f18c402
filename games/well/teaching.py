"""The texts of Well."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from games.cards import PACK_52, RANK, SIGNS, SUIT, SUITS
from games.piles import Seen
from games.teacher import DOWN, HOME_STAYS, UP, Reasons, Teacher, counted, covered, pile_names
from games.well.rules import (
    CARRIES,
    FOUNDATION,
    GOES_ON,
    ROWS,
    SOURCES,
    WELL_PILE,
    WELL_SHUT,
    WELL_TAKEN,
    Carry,
    WellTable,
    is_next,
)

SIDES = SOURCES[ROWS:WELL_PILE]
HOMES = tuple(f"foundation-{suit.lower()}" for suit in SUITS)
NAMES = pile_names(__file__)
_NOTHING_TAKES = tuple(f"nothing takes {sign} now" for sign in SIGNS)
_NEIGHBOURS = tuple(" or ".join(SIGNS[on] for on in sorted(GOES_ON[card])) for card in PACK_52)
_EMPTY = {
    **dict.fromkeys(SOURCES[:ROWS], ("this row is empty",)),
    **dict.fromkeys(SIDES, ("an empty side row stays empty",)),
    "well": ("the well is empty",),
}
_HOME = dict.fromkeys(HOMES, (HOME_STAYS,))
_SIGNS = {
    **dict.fromkeys((*SOURCES[:ROWS], "well"), "any card"),
    **dict.fromkeys(SIDES, "stays empty"),
}


def _words(move: Carry, seen: Seen, then: Seen | None) -> str:
    card = seen.piles[SOURCES[move.source]].up[-1]
    to = "its foundation" if move.target == FOUNDATION else NAMES[SOURCES[move.target]]
    return f"{SIGNS[card]} from {NAMES[SOURCES[move.source]]} to {to}"


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
            alone = WELL_SHUT if shut else _NOTHING_TAKES[up[-1]]
        if len(up) > 1:
            reasons[pile] = (alone, covered(up[-1]))
        elif alone:
            reasons[pile] = (alone,)
    return reasons


def _is_open(seen: Seen) -> bool:
    return not all(seen.piles[side].up for side in SIDES)


def _takes(seen: Seen, legal: Sequence[Carry]) -> dict[str, str]:
    takes = dict.fromkeys(SIDES, "nothing: a side row only gives cards")
    for row in SOURCES[:ROWS]:
        up = seen.piles[row].up
        takes[row] = _NEIGHBOURS[up[-1]] if up else "any card"
    takes["well"] = f"nothing: {WELL_TAKEN}" if seen.piles["well"].up else "any card"
    either = seen.rules["foundations"] == "either"
    for home in HOMES:
        takes[home] = _next_in_words(seen.piles[home].up, either)
    return takes


@cache
def _next_in_words(foundation: tuple[int, ...], either: bool) -> str:
    following = [SIGNS[card] for card in _next(foundation, either)]
    return " or ".join(following) or "nothing: it is complete"


def _next(foundation: tuple[int, ...], either: bool) -> Iterator[int]:
    suit = PACK_52[13 * SUIT[foundation[0]] :][:13]
    return (card for card in suit if card not in foundation and is_next(card, foundation, either))


def _signs(seen: Seen) -> dict[str, str]:
    either = seen.rules["foundations"] == "either"
    return seen.on_empty(_SIGNS) | {
        home: sign for home in HOMES if (sign := _direction(seen.piles[home].up, either))
    }


@cache
def _direction(foundation: tuple[int, ...], either: bool) -> str:
    """Return the signs of the directions in which a foundation can go on: both on a bare ace if allowed, none
    once it is complete."""
    above = RANK[foundation[-1]] + 1
    return "".join(UP if RANK[card] == above else DOWN for card in _next(foundation, either))


def _rest(seen: Seen, legal: Sequence[Carry]) -> Sequence[Carry] | None:
    """Return the moves of every card to its foundation, if they can all go there in turn; else None."""
    if not any(move.target == FOUNDATION for move in legal):
        return None
    stacks = tuple(seen.piles[pile].up for pile in SOURCES)
    home = tuple(seen.piles[pile].up for pile in HOMES)
    return _all_home(WellTable((*stacks, *home), seen.rules["foundations"] == "either"))


def _all_home(table: WellTable) -> list[Carry] | None:
    """Return moves that bring every card straight to its foundation; None if that is impossible.

    A foundation with a direction takes whatever fits, which is never a choice. On a bare ace, both directions
    are tried.
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

TEACHER = Teacher(
    pile_names=NAMES,
    words=_words,
    reasons=_reasons,
    takes=_takes,
    signs=_signs,
    rest=_rest,
    is_progress=lambda move: move.target == FOUNDATION,
    outcome=lambda seen, score: f"{counted(score, 'card')} not home" if score else "all cards are home",
)
