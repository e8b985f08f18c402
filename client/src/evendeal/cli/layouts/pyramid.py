"""Draws Pyramid: each row is half covered by the next, and the stock is beside the top."""

from __future__ import annotations

from evendeal.cli.cards import LABEL, Canvas
from evendeal.cli.layouts.columns import cards_taken, single
from evendeal.seeing import Sight

STEP = 6
LEFT = 2


def draw(canvas: Canvas, sight: Sight, room: int) -> None:
    piles = sight.view["piles"]
    for down, row in enumerate("abcdefg"):
        for column in range(down + 1):
            place = f"{row}{column + 1}"
            if cards := piles[place]:
                x, y = LEFT + (6 - down) * (STEP // 2) + column * STEP, 2 * down
                canvas.card(x, y, cards[-1])
                canvas.write(x + 1, y, place, LABEL)
    single(canvas, sight, 50, 0, "stock")
    wastes = [pile for pile in ("waste", "waste1", "waste2", "waste3") if pile in piles]
    for n, waste in enumerate(wastes):
        single(canvas, sight, 50 + n * 10, 5, waste)
    canvas.write(50, 10, cards_taken(sight))
