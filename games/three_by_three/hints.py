"""A hint for Three By Three.

To turn a card, take the highest pile between matching corners. If there is none, take the highest pile from
which a joker would take a card. Place a turned card on the corner after which the most cards can still be
turned."""

from __future__ import annotations

from games.cards import NO_SUIT, SUIT
from games.hint import Hint, HintContext
from games.language import Message
from games.piles import Seen
from games.table import Move
from games.three_by_three.rules import CORNERS, INNER, SQUARES, PlaceCard, Turn, receivers_of
from games.three_by_three.teaching import NAMES

NOTHING_TO_TURN = Message("three_by_three.nothing_in_this_round")
JOKER_TAKES_ANY = Message("three_by_three.joker_takes_any")
NOTHING_THEN = Message("three_by_three.nothing_can_be_turned_then")


def hint(asked: HintContext) -> Hint:
    return max((_judged(asked.seen, move) for move in asked.legal), key=lambda judged: judged[0])[1]


def _judged(seen: Seen, move: Move) -> tuple[tuple[int, ...], Hint]:
    suits = {corner: SUIT[seen.piles[SQUARES[corner]].up[-1]] for corner in CORNERS}
    match move:
        case Turn(square):
            return _turn(seen, move, square, suits)
        case PlaceCard(corner):
            return _place(seen, move, corner, suits)
    return (0,), Hint(move, NOTHING_TO_TURN)


def _turn(seen: Seen, move: Turn, square: int, suits: dict[int, int]) -> tuple[tuple[int, ...], Hint]:
    """Return the rank of a turn (the greatest is the best) and its hint. A turn between matching corners is
    better than one that needs a joker, because the joker can be kept for a round in which no corners match.
    If two turns are alike in this, that from the higher pile is better, because more cards can be turned from
    it later."""
    receivers = _receivers(square, suits)
    matching = sum(suits[corner] != NO_SUIT for corner in receivers)
    why = Message("three_by_three.corners_to_choose", corners=len(receivers)) if matching else JOKER_TAKES_ANY
    return (matching > 0, seen.piles[SQUARES[square]].down, len(receivers)), Hint(move, why)


def _place(seen: Seen, move: PlaceCard, corner: int, suits: dict[int, int]) -> tuple[tuple[int, ...], Hint]:
    card = seen.piles["turned"].up[-1]
    then = {**suits, corner: SUIT[card]}
    turnable = [square for square in INNER if seen.piles[SQUARES[square]].down and _receivers(square, then)]
    cards = sum(seen.piles[SQUARES[square]].down for square in turnable)
    matches = sum(len(_receivers(square, then)) for square in turnable)
    squares = tuple(NAMES[SQUARES[square]] for square in turnable)
    why = Message("three_by_three.can_be_turned_then", squares=squares) if squares else NOTHING_THEN
    return (cards, suits[corner] != NO_SUIT, matches), Hint(move, why)


def _receivers(square: int, suits: dict[int, int]) -> frozenset[int]:
    nw, ne, sw, se = (suits[corner] for corner in CORNERS)
    return receivers_of(square, (nw, ne, sw, se))
