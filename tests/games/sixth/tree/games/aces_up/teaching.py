"""What is said of Aces Up."""

from __future__ import annotations

from collections.abc import Sequence

from games.aces_up.rules import NAMES, Deal, Discard, Shift
from games.cards import SIGNS
from games.piles import Seen
from games.table import Move
from games.teacher import (
    AWAY_STAYS,
    TAKEN_AWAY,
    USED_UP,
    Reasons,
    Teacher,
    counted,
    covered,
    listed,
    pile_names,
)

PILES = pile_names(__file__)
_SIGNS = {**dict.fromkeys(NAMES, "any card"), "stock": USED_UP, "discard": TAKEN_AWAY}


def _words(move: Discard | Shift | Deal, seen: Seen, then: Seen | None) -> str:
    match move:
        case Discard(column):
            return f"{SIGNS[seen.piles[NAMES[column]].up[-1]]} taken away"
        case Shift(source, target):
            card = seen.piles[NAMES[source]].up[-1]
            return f"{SIGNS[card]} from {PILES[NAMES[source]]} to {PILES[NAMES[target]]}"
    if then is None:
        return "the next four cards dealt"
    return f"{listed([then.piles[name].up[-1] for name in NAMES])} dealt"


def _reasons(seen: Seen, legal: Sequence[Move]) -> dict[str, Reasons]:
    movable = {
        move.column if isinstance(move, Discard) else move.source for move in legal if move.text != "deal"
    }
    reasons: dict[str, Reasons] = {"discard": (AWAY_STAYS,)}
    for column, name in enumerate(NAMES):
        up = seen.piles[name].up
        alone = (
            None if column in movable else f"no higher card beats {SIGNS[up[-1]]}" if up else "it is empty"
        )
        if len(up) > 1:
            reasons[name] = (alone, covered(up[-1]))
        elif alone:
            reasons[name] = (alone,)
    if not seen.piles["stock"].down:
        reasons["stock"] = ("the stock is empty",)
    return reasons


def _takes(seen: Seen, legal: Sequence[Move]) -> dict[str, str]:
    return {name: "nothing by hand" if seen.piles[name].up else "any card" for name in NAMES}


TEACHER = Teacher(
    pile_names=PILES,
    words=_words,
    reasons=_reasons,
    takes=_takes,
    signs=lambda seen: seen.on_empty(_SIGNS),
    rest=lambda seen, legal: None,
    is_progress=lambda move: True,
    outcome=lambda seen, score: (
        f"{counted(score, 'card')} left but the aces" if score else "only the aces are left"
    ),
)
