"""The lesson of Well: pictures, and a first deal."""

from __future__ import annotations

from games.cards import cards
from games.language import Message
from games.lesson import Lesson, Line, Picture
from games.well.rules import ACES, ROWS, WellTable


def _table(*rows: str, left: str = "6D 2S", right: str = "QH 8S", well: str = "") -> WellTable:
    stacks = (*map(cards, rows), *((),) * (ROWS - len(rows)), cards(left), cards(right), cards(well))
    return WellTable((*stacks, *ACES), True)


LESSON = Lesson(
    pictures=(
        Picture(
            Message("well.picture.row"),
            _table("KS 5C", "9H 4C"),
            "move 1 2",
        ),
        Picture(
            Message("well.picture.foundation_up"),
            _table("KS 5C", "9H 2H"),
            "move 2 foundation",
        ),
        Picture(
            Message("well.picture.foundation_down"),
            _table("9H 5C", "JC KS"),
            "move 2 foundation",
        ),
        Picture(
            Message("well.picture.well"),
            _table("9H 5C", "JC TD"),
            "move 1 well",
        ),
        Picture(
            Message("well.picture.out_of_the_well"),
            _table("9H", "JC TD", left="", well="5C"),
            "move well 3",
        ),
        Picture(
            Message("well.picture.empty_row"),
            _table("9H 5C", "JC TD"),
            "move left 3",
        ),
    ),
    seed="first-22",
    lines=(
        Line(Message("well.line.1"), "move 4 foundation"),
        Line(Message("well.line.2"), "move 2 8"),
        Line(Message("well.line.3"), "move 2 foundation"),
        Line(Message("well.line.4")),
    ),
)
