"""The messages of Wish to its player."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cache

from games.cards import KING, RANK
from games.language import Message
from games.piles import Seen
from games.teacher import (
    AWAY_STAYS,
    CARD_WORDS,
    STAYS_EMPTY,
    TAKEN_AWAY,
    Reasons,
    Teacher,
    pile_names,
    taken_away,
)
from games.wish.rules import PAIRS, PILES, Pair

NUMBERS = tuple(str(pile + 1) for pile in range(PILES))
_NO_OTHER = tuple(Message("wish.no_other_in_sight", rank=rank) for rank in range(KING + 1))
_UNDER = tuple(Message("wish.face_down_under", card=card) for card in CARD_WORDS)
_EMPTY = (Message("wish.empty_pile_stays_empty"),)
_AWAY = (AWAY_STAYS,)
_SIGNS = {**dict.fromkeys(NUMBERS, STAYS_EMPTY), "discard": TAKEN_AWAY}


def _words(move: Pair, seen: Seen, then: Seen | None) -> Message:
    return taken_away(*(seen.piles[NUMBERS[pile]].up[-1] for pile in (move.first, move.second)))


def _reasons(seen: Seen, legal: Sequence[Pair]) -> dict[str, Reasons]:
    movable = {pile for pair in legal for pile in (pair.first, pair.second)}
    reasons: dict[str, Reasons] = {"discard": _AWAY}
    for pile, number in enumerate(NUMBERS):
        down, up = seen.piles[number]
        if not up:
            reasons[number] = _EMPTY
            continue
        alone = None if pile in movable else _NO_OTHER[RANK[up[-1]]]
        if down:
            reasons[number] = (alone, _UNDER[up[-1]])
        elif alone:
            reasons[number] = (alone,)
    return reasons


def _rest(seen: Seen, legal: Sequence[Pair]) -> Sequence[Pair] | None:
    """Return the pairs to take away, one after the other; None if any card of a pair has a card under it.

    As long as no card of a pair has a card under it, it makes no difference which of three equal cards stays.
    """
    lying: dict[int, list[int]] = defaultdict(list)
    for pile in sorted({pile for pair in legal for pile in (pair.first, pair.second)}):
        down, up = seen.piles[NUMBERS[pile]]
        if down:
            return None
        lying[RANK[up[-1]]].append(pile)
    pairs = {(pair.first, pair.second): pair for pair in PAIRS}
    return [pairs[piles[n], piles[n + 1]] for piles in lying.values() for n in range(0, len(piles) - 1, 2)]


@cache
def _outcome(score: int) -> Message:
    return Message("wish.cards_left", cards=score)


TEACHER = Teacher(
    pile_names=pile_names("wish"),
    words=_words,
    reasons=_reasons,
    takes=lambda seen, legal: {},
    signs=lambda seen: seen.on_empty(_SIGNS),
    directions=lambda seen: {},
    rest=_rest,
    is_progress=lambda move: True,
    outcome=lambda seen, score: _outcome(score),
)
