"""How Aces Up goes, in pictures and on a first deal."""

from __future__ import annotations

from games.aces_up.rules import AcesUpTable
from games.cards import cards
from games.lesson import Lesson, Line, Picture


def _table(*columns: str) -> AcesUpTable:
    return AcesUpTable(tuple(map(cards, columns)), cards("2C 7D JS 4H"), ())


LESSON = Lesson(
    pictures=(
        Picture(
            "Of two cards of one suit the lower one goes.", _table("9C", "3H 5D", "KD", "TS"), "discard 2"
        ),
        Picture("Aces are high.", _table("9C", "KD", "3H AD", "TS"), "discard 2"),
        Picture("An empty column takes any top card.", _table("9C", "", "3H AD", "TS"), "move 3 2"),
        Picture("Deal lays a card on each column.", _table("9C", "3H", "AD", "TS"), "deal"),
    ),
    seed="first-1",
    lines=(
        Line("3♥ is of the suit of 2♥ and higher. So 2♥ goes.", "discard 2"),
        Line("No other card can go, so deal four more.", "deal"),
        Line("Go on like this until only the aces are left."),
    ),
)
