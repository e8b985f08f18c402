"""Draws Well: the foundations above eight rows, two side rows and the well."""

from __future__ import annotations

from evendeal.cli.cards import Canvas
from evendeal.cli.layouts.columns import STEP, columns, single
from evendeal.seeing import Sight


def draw(canvas: Canvas, sight: Sight, room: int) -> None:
    for n, suit in enumerate("cdhs"):
        home = f"foundation-{suit}"
        label = f"{'♣♦♥♠'[n]} {sight.signs.get(home, '')}".rstrip()
        single(canvas, sight, 2 + n * 9, 0, home, label)
    single(canvas, sight, 58, 0, "well")
    columns(canvas, sight, 2, 4, "12345678", room - 4)
    columns(canvas, sight, 2 + 9 * STEP, 4, ["left", "right"], room - 4)
