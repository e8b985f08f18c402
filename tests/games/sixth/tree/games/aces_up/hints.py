"""A hint for Aces Up: take away what can go, then fill an empty column, then deal."""

from __future__ import annotations

from games.aces_up.rules import NAMES, Discard, Shift
from games.hint import Hint, HintContext
from games.language import Message


def hint(asked: HintContext) -> Hint:
    discards = [move for move in asked.legal if isinstance(move, Discard)]
    if discards:
        return Hint(discards[0], Message("aces_up.higher_card_in_sight"))
    shifts = [move for move in asked.legal if isinstance(move, Shift)]
    if shifts:
        most = max(shifts, key=lambda move: len(asked.seen.piles[NAMES[move.source]].up))
        return Hint(most, Message("aces_up.uncovers_a_card"))
    return Hint(asked.legal[0], Message("aces_up.no_card_can_go"))
