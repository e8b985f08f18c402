"""A hint for Aces Up: take away what can go, then fill an empty column, then deal."""

from __future__ import annotations

from games.aces_up.rules import NAMES, Discard, Shift
from games.hint import Hint, HintContext


def hint(asked: HintContext) -> Hint:
    discards = [move for move in asked.legal if isinstance(move, Discard)]
    if discards:
        return Hint(discards[0], "a higher card of its suit is in sight")
    shifts = [move for move in asked.legal if isinstance(move, Shift)]
    if shifts:
        most = max(shifts, key=lambda move: len(asked.seen.piles[NAMES[move.source]].up))
        return Hint(most, "it uncovers a card of the highest column")
    return Hint(asked.legal[0], "no card can go now")
