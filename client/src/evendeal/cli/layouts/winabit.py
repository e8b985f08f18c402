"""Draws WinABit: the stock, the waste and the foundations above eleven stacks."""

from __future__ import annotations

from evendeal.cli.cards import Canvas
from evendeal.cli.layouts.columns import columns, single
from evendeal.seeing import Sight

STACKS = [str(n) for n in range(1, 12)]


def draw(canvas: Canvas, sight: Sight, room: int) -> None:
    single(canvas, sight, 2, 0, "stock")
    single(canvas, sight, 12, 0, "waste")
    if sight.view["piles"]["pulled"]:
        single(canvas, sight, 23, 0, "pulled")
    for n, suit in enumerate("cdhs"):
        single(canvas, sight, 40 + n * 7, 0, f"foundation-{suit}", f"{'♣♦♥♠'[n]}", "A")
    columns(canvas, sight, 2, 4, STACKS, room - 4)
