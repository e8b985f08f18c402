"""What Aces Up says."""

from __future__ import annotations

from collections.abc import Sequence

from games.aces_up.rules import NAMES, Deal, Discard, Shift
from games.language import Message
from games.piles import Seen
from games.table import STOCK_EMPTY, Move
from games.teacher import (
    ANY_CARD,
    AWAY_STAYS,
    CARD_WORDS,
    COVERED,
    TAKEN_AWAY,
    USED_UP,
    Reasons,
    Teacher,
    card_words,
    pile_names,
    taken_away,
)

PILES = pile_names("aces_up")
_SIGNS = {**dict.fromkeys(NAMES, ANY_CARD), "stock": USED_UP, "discard": TAKEN_AWAY}


def _words(move: Discard | Shift | Deal, seen: Seen, then: Seen | None) -> Message:
    match move:
        case Discard(column):
            return taken_away(seen.piles[NAMES[column]].up[-1])
        case Shift(source, target):
            card = CARD_WORDS[seen.piles[NAMES[source]].up[-1]]
            return Message(
                "aces_up.moved", card=card, source=PILES[NAMES[source]], target=PILES[NAMES[target]]
            )
    if then is None:
        return Message("aces_up.next_four_dealt")
    return Message("aces_up.dealt", cards=card_words([then.piles[name].up[-1] for name in NAMES]))


def _reasons(seen: Seen, legal: Sequence[Move]) -> dict[str, Reasons]:
    movable = {
        move.column if isinstance(move, Discard) else move.source for move in legal if move.text != "deal"
    }
    reasons: dict[str, Reasons] = {"discard": (AWAY_STAYS,)}
    for column, name in enumerate(NAMES):
        up = seen.piles[name].up
        alone = None if column in movable else _stays(up)
        if len(up) > 1:
            reasons[name] = (alone, COVERED[up[-1]])
        elif alone:
            reasons[name] = (alone,)
    if not seen.piles["stock"].down:
        reasons["stock"] = (STOCK_EMPTY,)
    return reasons


def _stays(column: tuple[int, ...]) -> Message:
    """Return why the exposed card of a column stays."""
    if not column:
        return Message("aces_up.it_is_empty")
    return Message("aces_up.nothing_beats", card=CARD_WORDS[column[-1]])


def _takes(seen: Seen, legal: Sequence[Move]) -> dict[str, Message]:
    nothing = Message("aces_up.takes_nothing_by_hand")
    return {name: nothing if seen.piles[name].up else ANY_CARD for name in NAMES}


TEACHER = Teacher(
    pile_names=PILES,
    words=_words,
    reasons=_reasons,
    takes=_takes,
    signs=lambda seen: seen.on_empty(_SIGNS),
    directions=lambda seen: {},
    rest=lambda seen, legal: None,
    is_progress=lambda move: True,
    outcome=lambda seen, score: Message("aces_up.cards_left", cards=score),
)
