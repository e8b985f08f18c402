"""A hint for Wish: the pair with the most cards under it."""

from __future__ import annotations

from games.hint import Hint, HintContext
from games.wish.rules import Pair
from games.wish.teaching import NUMBERS


def hint(asked: HintContext) -> Hint:
    def under(pair: Pair) -> list[int]:
        return sorted(asked.seen.piles[NUMBERS[pile]].down for pile in (pair.first, pair.second))

    pair = max(asked.legal, key=lambda pair: (sum(under(pair)), under(pair)))
    fewest, most = under(pair)
    if fewest:
        return Hint(pair, "it turns up two new cards")
    return Hint(pair, "it turns up a new card" if most else "nothing else is under them")
