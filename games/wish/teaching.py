"""The texts of Wish."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from games.cards import RANK, RANK_WORDS, SIGNS
from games.piles import Seen
from games.teacher import AWAY_STAYS, TAKEN_AWAY, Reasons, Teacher, counted, listed, pile_names
from games.wish.rules import PAIRS, PILES, Pair

NUMBERS = tuple(str(pile + 1) for pile in range(PILES))
_NO_OTHER = tuple(f"no other {word} is in sight" for word in RANK_WORDS)
_UNDER = tuple(f"face down under {sign}" for sign in SIGNS)
_EMPTY = ("an empty pile stays empty",)
_AWAY = (AWAY_STAYS,)
_SIGNS = {**dict.fromkeys(NUMBERS, "stays empty"), "discard": TAKEN_AWAY}


def _words(move: Pair, seen: Seen, then: Seen | None) -> str:
    pair = (seen.piles[NUMBERS[pile]].up[-1] for pile in (move.first, move.second))
    return f"{listed(tuple(pair))} taken away"


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
    """Return the pairs to take away, one after the other, if no card of a pair has a card under it; else
    None.

    Which of three equal cards stays makes no difference then.
    """
    lying: dict[int, list[int]] = defaultdict(list)
    for pile in sorted({pile for pair in legal for pile in (pair.first, pair.second)}):
        down, up = seen.piles[NUMBERS[pile]]
        if down:
            return None
        lying[RANK[up[-1]]].append(pile)
    pairs = {(pair.first, pair.second): pair for pair in PAIRS}
    return [pairs[piles[n], piles[n + 1]] for piles in lying.values() for n in range(0, len(piles) - 1, 2)]


TEACHER = Teacher(
    pile_names=pile_names(__file__),
    words=_words,
    reasons=_reasons,
    takes=lambda seen, legal: {},
    signs=lambda seen: seen.on_empty(_SIGNS),
    rest=_rest,
    is_progress=lambda move: True,
    outcome=lambda seen, score: f"{counted(score, 'card')} left" if score else "all cards taken away",
)
