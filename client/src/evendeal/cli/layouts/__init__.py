"""Drawings of tables: a module for each game, named like its folder in `games`."""

from __future__ import annotations

from importlib import import_module

from evendeal.cli.cards import Canvas
from evendeal.seeing import Sight


def draw(canvas: Canvas, sight: Sight, room: int) -> None:
    """Draw the table at most 80 characters wide, and in `room` lines if possible."""
    import_module(f"{__name__}.{sight.game.folder}").draw(canvas, sight, room)
