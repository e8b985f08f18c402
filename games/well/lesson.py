"""How Well goes, in pictures and on a first deal."""

from __future__ import annotations

from games.cards import cards
from games.lesson import Lesson, Line, Picture
from games.well.rules import ACES, ROWS, WellTable


def _table(*rows: str, left: str = "6D 2S", right: str = "QH 8S", well: str = "") -> WellTable:
    stacks = (*map(cards, rows), *((),) * (ROWS - len(rows)), cards(left), cards(right), cards(well))
    return WellTable((*stacks, *ACES), True)


LESSON = Lesson(
    pictures=(
        Picture(
            "The last card of a row goes on a card of its own suit, one rank higher or lower.",
            _table("KS 5C", "9H 4C"),
            "move 1 2",
        ),
        Picture(
            "A foundation may go up from the ace: two, three and so on to the king.",
            _table("KS 5C", "9H 2H"),
            "move 2 foundation",
        ),
        Picture(
            "Or it may go down from the ace, by king and queen. The first card fixes the way.",
            _table("9H 5C", "JC KS"),
            "move 2 foundation",
        ),
        Picture(
            "Any one card may wait in the well.",
            _table("9H 5C", "JC TD"),
            "move 1 well",
        ),
        Picture(
            "It comes out only once a side row is empty.",
            _table("9H", "JC TD", left="", well="5C"),
            "move well 3",
        ),
        Picture(
            "An empty row takes any card. A side row never receives one.",
            _table("9H 5C", "JC TD"),
            "move left 3",
        ),
    ),
    seed="first-22",
    lines=(
        Line("All cards are to go to the foundations, suit by suit. 2♣ can go now.", "move 4 foundation"),
        Line("A row takes a card of its suit, one rank higher or lower: 6♥ goes on row 8.", "move 2 8"),
        Line("That has freed K♦. A foundation may also go down from its ace.", "move 2 foundation"),
        Line("One card at a time may wait in the well until a side row is empty. Moves may be taken back."),
    ),
)
