"""Draws Three By Three: nine squares, the turned card and the stock beside them."""

from __future__ import annotations

from evendeal.cli.cards import Canvas
from evendeal.cli.layouts.columns import single
from evendeal.seeing import Sight

SQUARES = (("nw", "n", "ne"), ("w", "c", "e"), ("sw", "s", "se"))


def draw(canvas: Canvas, sight: Sight, room: int) -> None:
    for down, row in enumerate(SQUARES):
        for across, square in enumerate(row):
            single(canvas, sight, 2 + across * 10, down * 4, square)
    single(canvas, sight, 38, 0, "turned")
    single(canvas, sight, 38, 4, "stock")
