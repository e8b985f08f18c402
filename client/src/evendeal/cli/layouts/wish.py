"""Draws Wish: eight piles side by side."""

from __future__ import annotations

from evendeal.cli.cards import LABEL, Canvas
from evendeal.cli.layouts.columns import cards_taken, columns, short_name
from evendeal.seeing import Sight
from games.language import Message


def draw(canvas: Canvas, sight: Sight, room: int) -> None:
    columns(canvas, sight, 2, 0, "12345678", room)
    canvas.write(54, 0, short_name(sight, "discard"), LABEL)
    none = Message("evendeal.no_cards_yet").words(sight.language)
    canvas.write(54, 1, cards_taken(sight) if sight.view["piles"]["discard"] else none)
