"""Wish: eight piles side by side."""

from __future__ import annotations

from evendeal.cli.cards import LABEL, Canvas
from evendeal.cli.layouts.columns import columns
from evendeal.seeing import Sight


def draw(canvas: Canvas, sight: Sight, room: int) -> None:
    columns(canvas, sight, 2, 0, "12345678", room)
    taken = len(sight.view["piles"]["discard"])
    canvas.write(54, 0, "discard", LABEL)
    canvas.write(54, 1, f"{taken} cards taken away" if taken else "no cards yet")
