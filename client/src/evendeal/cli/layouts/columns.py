"""Draws piles side by side, each with its name above and its cards one below the other."""

from __future__ import annotations

from collections.abc import Sequence

from evendeal.cli.cards import LABEL, WIDTH, Canvas
from evendeal.seeing import Sight
from games.language import Message

STEP = WIDTH + 1


def columns(canvas: Canvas, sight: Sight, x: int, y: int, piles: Sequence[str], room: int) -> None:
    """Draw piles from left to right, with their names, in `room` lines."""
    for n, pile in enumerate(piles):
        at = x + n * STEP
        canvas.write(at, y, f"{short_name(sight, pile):^{WIDTH}}", LABEL)
        sign = _short(sight.signs.get(pile, ""))
        canvas.stack(at, y + 1, sight.view["piles"][pile], sign, max(3, room - 3))


def single(
    canvas: Canvas, sight: Sight, x: int, y: int, pile: str, label: str | None = None, sign: str = ""
) -> None:
    """Draw the top card of a pile, its name or another label, and its number of cards."""
    cards = sight.view["piles"][pile]
    many = f" {len(cards)}" if len(cards) > 1 else ""
    canvas.write(x, y, f"{short_name(sight, pile) if label is None else label}{many}", LABEL)
    canvas.stack(x, y + 1, cards[-1:], sign or _short(sight.signs.get(pile, "")))


def short_name(sight: Sight, pile: str) -> str:
    """Return a short name of a pile: in English, the name that moves use."""
    return Message("evendeal.pile", pile=pile).words(sight.language)


def cards_taken(sight: Sight) -> str:
    return Message("evendeal.cards_taken", cards=len(sight.view["piles"]["discard"])).words(sight.language)


def _short(sign: str) -> str:
    """Return the sign if it fits into an empty place, otherwise an empty text."""
    return sign if len(sign) <= 3 else ""
