"""Aces Up: four columns, and the stock beside them."""

from __future__ import annotations

from evendeal.cli.cards import Canvas
from evendeal.cli.layouts.columns import columns, single
from evendeal.seeing import Sight


def draw(canvas: Canvas, sight: Sight, room: int) -> None:
    columns(canvas, sight, 2, 0, "1234", room)
    single(canvas, sight, 40, 0, "stock", "stock")
    canvas.write(40, 5, f"{len(sight.view['piles']['discard'])} cards taken away")
