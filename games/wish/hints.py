"""A hint for Wish: the pair with the most cards under it."""

from __future__ import annotations

from games.hint import Hint, HintContext
from games.language import Message
from games.wish.rules import Pair
from games.wish.teaching import NUMBERS

TURNS_UP_TWO, TURNS_UP_ONE = Message("wish.turns_up_two"), Message("wish.turns_up_one")
NOTHING_UNDER = Message("wish.nothing_under_them")


def hint(asked: HintContext) -> Hint:
    def under(pair: Pair) -> list[int]:
        return sorted(asked.seen.piles[NUMBERS[pile]].down for pile in (pair.first, pair.second))

    pair = max(asked.legal, key=lambda pair: (sum(under(pair)), under(pair)))
    fewest, most = under(pair)
    if fewest:
        return Hint(pair, TURNS_UP_TWO)
    return Hint(pair, TURNS_UP_ONE if most else NOTHING_UNDER)
