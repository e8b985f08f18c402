"""The messages of Three By Three to its player."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from games.cards import NO_SUIT, SUIT
from games.language import Message
from games.piles import Seen
from games.table import Move
from games.teacher import ANY_CARD, CARD_WORDS, Reasons, Teacher, pile_names
from games.three_by_three.rules import (
    ALL_DEALT,
    CORNERS,
    DIFFERENT,
    INNER,
    NO_CARD,
    NONE_TURNED,
    SQUARES,
    STILL_TO_TURN,
    TURNED_FIRST,
    DealRound,
    PlaceCard,
    Turn,
)

NAMES = pile_names("three_by_three")
_STAYS = (Message("three_by_three.corner_stays"),)
#: The texts about a joker: why it stays on its corner, and that a corner takes it.
_JOKER = (Message("three_by_three.joker_stands_for_any"),)
_THE_JOKER = Message("three_by_three.the_joker")
_NONE_TURNED = (NONE_TURNED,)
_FIRST, _STILL, _NO_CARD, _ALL_DEALT = (TURNED_FIRST,), (STILL_TO_TURN,), (NO_CARD,), (ALL_DEALT,)
_SIGNS = {
    **{SQUARES[square]: Message("three_by_three.all_turned") for square in INNER},
    "turned": Message("three_by_three.turned_card"),
    "stock": Message("three_by_three.all_dealt"),
}
_DEALT = Message("three_by_three.next_nine_dealt")
_DIFFERENT = {square: (why,) for square, why in DIFFERENT.items()}


def _words(move: Turn | PlaceCard | DealRound, seen: Seen, then: Seen | None) -> Message:
    match move:
        case Turn(square):
            return _turned(SQUARES[square], then and then.top("turned"))
        case PlaceCard(corner):
            assert seen.origin is not None
            return _placed(seen.piles["turned"].up[-1], seen.origin, SQUARES[corner])
    return _DEALT


@cache
def _turned(square: str, card: int | None) -> Message:
    if card is None:
        return Message("three_by_three.top_card_turned", square=NAMES[square])
    return Message("three_by_three.card_turned", card=CARD_WORDS[card], square=NAMES[square])


@cache
def _placed(card: int, square: str, corner: str) -> Message:
    return Message("three_by_three.placed", card=CARD_WORDS[card], square=NAMES[square], corner=NAMES[corner])


def _reasons(seen: Seen, legal: Sequence[Move]) -> dict[str, Reasons]:
    turned = seen.top("turned")
    if turned is not None:
        placed = {move.corner for move in legal if isinstance(move, PlaceCard)}
        apart = {SQUARES[corner]: (_not_there(seen.origin),) for corner in CORNERS if corner not in placed}
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


def _signs(seen: Seen) -> dict[str, Message]:
    """Return the texts that are written on empty places and on jokers."""
    jokers = {SQUARES[corner]: ANY_CARD for corner in CORNERS if _is_joker(seen, corner)}
    return seen.on_empty(_SIGNS) | jokers


def _takes(seen: Seen, legal: Sequence[Move]) -> dict[str, Message]:
    """Return which cards each corner takes while a card is turned."""
    turned = seen.top("turned")
    if turned is None:
        return {}
    placed = {move.corner for move in legal if isinstance(move, PlaceCard)}
    takes = _THE_JOKER if SUIT[turned] == NO_SUIT else CARD_WORDS[turned]
    nothing = _takes_nothing(seen.origin)
    return {SQUARES[corner]: takes if corner in placed else nothing for corner in CORNERS}


@cache
def _not_there(square: str | None) -> Message:
    """Return the reason why the card turned on a square cannot go to a certain corner."""
    assert square is not None
    return Message("three_by_three.not_to_this_corner", square=NAMES[square])


@cache
def _takes_nothing(square: str | None) -> Message:
    """Return the message that a certain corner does not take the card turned on a square."""
    assert square is not None
    return Message("three_by_three.corner_takes_nothing", square=NAMES[square])


def _outcome(seen: Seen, score: int) -> Message:
    to_come = seen.piles["stock"].down // len(SQUARES)
    return _counted(score - len(INNER) * to_come, to_come)


@cache
def _counted(lying: int, to_come: int) -> Message:
    parts = [Message("cards_face_down", cards=lying)]
    if to_come:
        parts.append(Message("three_by_three.rounds_not_dealt", rounds=to_come))
    return Message("outcome", parts=tuple(parts))


TEACHER = Teacher(
    pile_names=NAMES,
    words=_words,
    reasons=_reasons,
    takes=_takes,
    signs=_signs,
    directions=lambda seen: {},
    rest=lambda seen, legal: None,
    is_progress=lambda move: True,
    outcome=_outcome,
)
