"""The messages of Pyramid to its player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache

from games.cards import KING, RANK
from games.language import Message
from games.piles import Seen
from games.pyramid.rules import (
    COVERED_BY,
    FIRST_WASTE,
    PILES,
    PLACES,
    TURNED_ONTO,
    WASTES,
    Draw,
    King,
    Pair,
    PyramidTable,
)
from games.table import STOCK_EMPTY, Move
from games.teacher import (
    AWAY_STAYS,
    CARD_WORDS,
    COVERED,
    NONE_TURNED,
    TAKEN_AWAY,
    USED_UP,
    WASTE_SIGN,
    Reasons,
    Teacher,
    card_words,
    pile_names,
    taken_away,
)

#: For each place of the pyramid, the names of the two places that cover it; none for a place of the lowest
#: row.
_COVERING = tuple(tuple(PLACES[n] for n in range(len(PLACES)) if mask >> n & 1) for mask in COVERED_BY)
_NO_PARTNER = tuple((Message("pyramid.no_partner", card=card),) for card in CARD_WORDS)
_STOCK_EMPTY, _NONE_TURNED, _AWAY = (STOCK_EMPTY,), (NONE_TURNED,), (AWAY_STAYS,)
_SIGNS = {"stock": USED_UP, **dict.fromkeys(WASTES, WASTE_SIGN), "discard": TAKEN_AWAY}
_TO_BE_DRAWN = {draw: Message("pyramid.to_be_drawn", cards=len(onto)) for draw, onto in TURNED_ONTO.items()}
_GONE, _WASTE_GONE = Message("pyramid.pyramid_gone"), Message("pyramid.drawn_cards_gone")


def _words(move: Draw | King | Pair, seen: Seen, then: Seen | None) -> Message:
    match move:
        case King(pile):
            return taken_away(seen.piles[PILES[pile]].up[-1])
        case Pair(first, second):
            return taken_away(*(seen.piles[PILES[pile]].up[-1] for pile in (first, second)))
    draw = seen.rules["draw"]
    if then is None:
        return _TO_BE_DRAWN[draw]
    return _drawn(*(then.piles[WASTES[n]].up[-1] for n in TURNED_ONTO[draw]))


@lru_cache(maxsize=2048)
def _drawn(*cards: int) -> Message:
    return Message("pyramid.drawn", cards=card_words(cards))


def _reasons(seen: Seen, legal: Sequence[Move]) -> dict[str, Reasons]:
    """Return the reasons why cards cannot move. Empty places of the pyramid have none, because they are
    invisible."""
    piles = seen.piles
    movable: set[int] = set()
    for move in legal:
        if isinstance(move, Pair):
            movable |= {move.first, move.second}
        elif isinstance(move, King):
            movable.add(move.pile)
    reasons: dict[str, Reasons] = {"discard": _AWAY}
    for n, place in enumerate(PLACES):
        if n not in movable and (up := piles[place].up):
            over = [card for above in _COVERING[n] for card in piles[above].up]
            reasons[place] = (_covered(*over),) if over else _NO_PARTNER[up[0]]
    for waste in (WASTES[n] for n in TURNED_ONTO[seen.rules["draw"]]):
        up = piles[waste].up
        if not up:
            reasons[waste] = _NONE_TURNED
            continue
        alone = () if FIRST_WASTE + WASTES.index(waste) in movable else _NO_PARTNER[up[-1]]
        if len(up) > 1:
            reasons[waste] = (*(alone or (None,)), COVERED[up[-1]])
        elif alone:
            reasons[waste] = alone
    if not piles["stock"].down:
        reasons["stock"] = _STOCK_EMPTY
    return reasons


@cache
def _covered(*cards: int) -> Message:
    return Message("covered", cards=card_words(cards))


def _rest(seen: Seen, legal: Sequence[Move]) -> Sequence[Move] | None:
    """Return the moves that remain, up to the last one that improves the score. None if the stock still has
    cards, or if it is not known that these moves leave no choice.
    """
    if seen.piles["stock"].down:
        return None
    table = table_of(seen)
    moves: list[Move] = []
    useful, score = 0, table.score
    while allowed := list(table.legal()):
        if (move := _safe(table, allowed)) is None:
            return None
        table = move.after(table)
        moves.append(move)
        if table.score < score:
            useful, score = len(moves), table.score
    return moves[:useful]


def _safe(table: PyramidTable, legal: Sequence[Move]) -> Move | None:
    """Return a move that can do no harm: the only one, a king, or a pair of two ranks whose cards all find
    partners. None if there is no such move.

    All cards of two ranks find partners if both ranks have equally many cards and all of these are exposed.
    No other card needs them.
    """
    if len(legal) == 1:
        return legal[0]
    for move in legal:
        if isinstance(move, King):
            return move
    left = Counter(RANK[card] for n, card in enumerate(table.pyramid) if table.left >> n & 1)
    left.update(RANK[card] for waste in table.wastes for card in waste)
    exposed = Counter(RANK[card] for pile in range(len(PILES)) if (card := table.exposed(pile)) is not None)
    for move in legal:
        assert isinstance(move, Pair)
        card = table.exposed(move.first)
        assert card is not None
        one, other = RANK[card], KING - RANK[card]
        if left[one] == left[other] == exposed[one] == exposed[other]:
            return move
    return None


def table_of(seen: Seen) -> PyramidTable:
    """Return the table, made from what the player sees, and so without the unknown cards of the stock."""
    lying = [seen.piles[place].up for place in PLACES]
    left = sum(1 << n for n, cards in enumerate(lying) if cards)
    wastes = tuple(seen.piles[waste].up if waste in seen.piles else () for waste in WASTES)
    pyramid = tuple(cards[0] if cards else 0 for cards in lying)
    return PyramidTable(pyramid, left, (), wastes, TURNED_ONTO[seen.rules["draw"]], seen.piles["discard"].up)


def _outcome(seen: Seen, score: int) -> Message:
    if score:
        return _left(score)
    return _WASTE_GONE if any(seen.piles[place].up for place in PLACES) else _GONE


@cache
def _left(score: int) -> Message:
    return Message("pyramid.cards_in_the_pyramid", cards=score)


TEACHER = Teacher(
    pile_names=pile_names("pyramid"),
    words=_words,
    reasons=_reasons,
    takes=lambda seen, legal: {},
    signs=lambda seen: seen.on_empty(_SIGNS),
    directions=lambda seen: {},
    rest=_rest,
    is_progress=lambda move: True,
    outcome=_outcome,
)
