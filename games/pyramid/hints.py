"""A hint for Pyramid. A king goes at once. Otherwise, the hint is the move after which the most cards of the
pyramid go, on average over random orders of the stock; cards that go later count less."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from games.cards import PACK_52
from games.hint import Hint, HintContext
from games.language import Message
from games.piles import Seen
from games.pyramid.rules import COVERED_BY, FIRST_WASTE, PLACES, Draw, King, Pair, PyramidTable
from games.pyramid.teaching import table_of
from games.table import Move
from games.teacher import card_words

NO_TWO_MAKE_THIRTEEN, MORE_CAN_GO_LATER = (
    Message("pyramid.no_two_make_13"),
    Message("pyramid.more_can_go_later"),
)
KING_IN_THE_WAY = Message("pyramid.king_in_the_way")
GETS_SMALLER, CLEARS_THE_WASTE = Message("pyramid.gets_smaller"), Message("pyramid.clears_the_waste")

#: The value of a removed card is multiplied by this factor for each move before its removal.
LATER = 0.95


def hint(asked: HintContext) -> Hint:
    """Return the hint. A king goes at once, because no other card needs it. Of equally good moves, the hint
    is the one that takes the most cards of the pyramid. If several take as many, it is the one that frees the
    most."""
    kings = [move for move in asked.legal if isinstance(move, King)]
    if kings:
        best: Move = max(kings, key=lambda move: _at_once(asked.seen, move))
    else:
        promise = _promise(asked)
        best = max(asked.legal, key=lambda move: (promise[move], _at_once(asked.seen, move)))
    return Hint(best, _why(asked.seen, best, len(asked.legal) == 1))


def _promise(asked: HintContext) -> Mapping[Move, float]:
    """Return how many cards go if the game is played on after each move, summed over random orders of the
    stock. Cards that go later count less. Orders are tried until enough tables have been looked at. The same
    table always gets the same orders."""
    seen, legal = asked.seen, asked.legal
    promise = dict.fromkeys(legal, 0.0)
    if len(legal) == 1:
        return promise
    in_sight = {card for pile in seen.piles.values() for card in pile.up}
    stock = [card for card in PACK_52 if card not in in_sight]
    table = table_of(seen)
    chance, looked_at = Random(str(table)), 0
    while looked_at < asked.most:
        chance.shuffle(stock)
        world = table._replace(stock=tuple(stock))
        for move in legal:
            gone, tables = _played_on(world, move, chance)
            promise[move] += gone
            looked_at += tables
    return promise


def _played_on(table: PyramidTable, move: Move, chance: Random) -> tuple[float, int]:
    """Return how many cards of the pyramid are removed (later ones count less), and the number of tables
    looked at. The moves after the first one are random, but kings and pairs with a card of the pyramid come
    first."""
    gone, worth, looked_at = 0.0, 1.0, 0
    while True:
        after = move.after(table)
        looked_at += 1
        gone += worth * (table.score - after.score)
        worth *= LATER
        table = after
        legal = list(table.legal())
        if not legal:
            return gone, looked_at
        taking = [move for move in legal if _is_taken_at_once(move)]
        move = chance.choice(taking or legal)


def _is_taken_at_once(move: Move) -> bool:
    return isinstance(move, King) or (isinstance(move, Pair) and move.first < FIRST_WASTE)


def _piles(move: Move) -> tuple[int, ...]:
    """Return the piles that a move takes cards from."""
    match move:
        case King(pile):
            return (pile,)
        case Pair(first, second):
            return (first, second)
    return ()


def _at_once(seen: Seen, move: Move) -> tuple[int, int]:
    """Return how many cards of the pyramid a move takes away, and how many it frees."""
    gone = [pile for pile in _piles(move) if pile < FIRST_WASTE]
    return len(gone), len(_freed(seen, gone))


def _why(seen: Seen, move: Move, only: bool) -> Message:
    gone = [pile for pile in _piles(move) if pile < FIRST_WASTE]
    if isinstance(move, Draw):
        return NO_TWO_MAKE_THIRTEEN if only else MORE_CAN_GO_LATER
    if freed := _freed(seen, gone):
        return Message("pyramid.frees", cards=card_words(freed))
    if isinstance(move, King):
        return KING_IN_THE_WAY
    return GETS_SMALLER if gone else CLEARS_THE_WASTE


def _freed(seen: Seen, gone: Sequence[int]) -> list[int]:
    """Return the covered cards of the pyramid that become free once these places are empty."""
    lying = sum(1 << n for n, place in enumerate(PLACES) if seen.piles[place].up)
    left = lying & ~sum(1 << n for n in gone)
    return [
        seen.piles[place].up[0]
        for n, place in enumerate(PLACES)
        if left >> n & 1 and lying & COVERED_BY[n] and not left & COVERED_BY[n]
    ]
