"""The texts of Three By Three."""

from __future__ import annotations

from collections.abc import Sequence

from games.cards import NO_SUIT, SIGNS, SUIT
from games.piles import Seen
from games.table import Move
from games.teacher import Reasons, Teacher, counted, pile_names
from games.three_by_three.rules import (
    ALL_DEALT,
    CORNERS,
    DIFFERENT,
    INNER,
    NO_CARD,
    SQUARES,
    STILL_TO_TURN,
    TURNED_FIRST,
    DealRound,
    PlaceCard,
    Turn,
)

NAMES = pile_names(__file__)
_STAYS = ("cards on the corners stay there",)
#: The reason and the sign of a joker on a corner.
_JOKER = ("a joker stands for any match: turn any card, and place it here",)
_ANY = "any card"
_NONE_TURNED = ("no card is turned",)
_FIRST, _STILL, _NO_CARD, _ALL_DEALT = (TURNED_FIRST,), (STILL_TO_TURN,), (NO_CARD,), (ALL_DEALT,)
_SIGNS = {
    **{SQUARES[square]: "all turned" for square in INNER},
    "turned": "turned card",
    "stock": "all dealt",
}
_DIFFERENT = {square: (why,) for square, why in DIFFERENT.items()}


def _words(move: Turn | PlaceCard | DealRound, seen: Seen, then: Seen | None) -> str:
    match move:
        case Turn(square):
            where = NAMES[SQUARES[square]]
            card = then and then.top("turned")
            return (
                f"the top card of {where} turned up"
                if card is None
                else f"{SIGNS[card]} turned up at {where}"
            )
        case PlaceCard(corner):
            assert seen.origin is not None
            card = seen.piles["turned"].up[-1]
            return f"{SIGNS[card]} from {NAMES[seen.origin]} to {NAMES[SQUARES[corner]]}"
    return "the next nine cards dealt"


def _reasons(seen: Seen, legal: Sequence[Move]) -> dict[str, Reasons]:
    turned = seen.top("turned")
    if turned is not None:
        placed = {move.corner for move in legal if isinstance(move, PlaceCard)}
        apart = {SQUARES[corner]: (_not_there(seen),) for corner in CORNERS if corner not in placed}
        return {**{SQUARES[square]: _FIRST for square in INNER}, "stock": _FIRST, **apart}
    turnable = {move.square for move in legal if isinstance(move, Turn)}
    reasons: dict[str, Reasons] = {
        SQUARES[corner]: _JOKER if _is_joker(seen, corner) else _STAYS for corner in CORNERS
    }
    reasons["turned"] = _NONE_TURNED
    for square in INNER:
        if square not in turnable:
            reasons[SQUARES[square]] = _DIFFERENT[square] if seen.piles[SQUARES[square]].down else _NO_CARD
    if not seen.piles["stock"].down:
        reasons["stock"] = _ALL_DEALT
    elif turnable:
        reasons["stock"] = _STILL
    return reasons


def _is_joker(seen: Seen, corner: int) -> bool:
    return SUIT[seen.piles[SQUARES[corner]].up[-1]] == NO_SUIT


def _signs(seen: Seen) -> dict[str, str]:
    """Return what empty places are for, and the sign of jokers."""
    jokers = {SQUARES[corner]: _ANY for corner in CORNERS if _is_joker(seen, corner)}
    return seen.on_empty(_SIGNS) | jokers


def _takes(seen: Seen, legal: Sequence[Move]) -> dict[str, str]:
    """Return which cards each corner takes while a card is turned."""
    turned = seen.top("turned")
    if turned is None:
        return {}
    placed = {move.corner for move in legal if isinstance(move, PlaceCard)}
    nothing = f"nothing: {_not_there(seen)}"
    return {SQUARES[corner]: SIGNS[turned] if corner in placed else nothing for corner in CORNERS}


def _not_there(seen: Seen) -> str:
    """Return why the turned card cannot go to a certain corner."""
    assert seen.origin is not None
    return f"what is turned at {NAMES[seen.origin]} does not go to this corner"


def _outcome(seen: Seen, score: int) -> str:
    to_come = seen.piles["stock"].down // len(SQUARES)
    lying = f"{counted(score - len(INNER) * to_come, 'card')} face down"
    return f"{lying}, {counted(to_come, 'round')} not dealt" if to_come else lying


TEACHER = Teacher(
    pile_names=NAMES,
    words=_words,
    reasons=_reasons,
    takes=_takes,
    signs=_signs,
    rest=lambda seen, legal: None,
    is_progress=lambda move: True,
    outcome=_outcome,
)
