"""A hint for Pyramid: kings first, then the pair that frees most; the stock when nothing can go."""

from __future__ import annotations

from games.hint import Hint, HintContext
from games.piles import Seen
from games.pyramid.rules import COVERED_BY, FIRST_WASTE, PLACES, Draw, King, Pair
from games.teacher import listed


def hint(asked: HintContext) -> Hint:
    return max((_judged(asked.seen, move) for move in asked.legal), key=lambda judged: judged[0])[1]


def _judged(seen: Seen, move: Draw | King | Pair) -> tuple[tuple[int, ...], Hint]:
    """How good a move is, and the hint to make it."""
    if isinstance(move, Draw):
        return (1, 0, 0), Hint(move, "no two free cards make 13")
    piles = (move.pile,) if isinstance(move, King) else (move.first, move.second)
    gone = [pile for pile in piles if pile < FIRST_WASTE]
    freed = _freed(seen, gone)
    if freed:
        why = f"it frees {listed(freed)}"
    elif isinstance(move, King):
        why = "a king goes alone and only lies in the way"
    else:
        why = "the pyramid gets smaller" if gone else "it clears the waste"
    worth = 3 if isinstance(move, King) else 2 if gone else 0
    return (worth, len(gone), len(freed)), Hint(move, why)


def _freed(seen: Seen, gone: list[int]) -> list[int]:
    """The cards of the pyramid that are covered now, and no longer once these places are empty."""
    lying = sum(1 << n for n, place in enumerate(PLACES) if seen.piles[place].up)
    left = lying & ~sum(1 << n for n in gone)
    return [
        seen.piles[place].up[0]
        for n, place in enumerate(PLACES)
        if left >> n & 1 and lying & COVERED_BY[n] and not left & COVERED_BY[n]
    ]
