"""How each game's table is drawn: a module for each, named like its folder in `games`."""

from __future__ import annotations

from importlib import import_module

from evendeal.cli.cards import Canvas
from evendeal.seeing import Sight


def draw(canvas: Canvas, sight: Sight, room: int) -> None:
    """Draw the table, at most 80 characters wide, in `room` lines where it can be done."""
    import_module(f"{__name__}.{sight.game.folder}").draw(canvas, sight, room)
