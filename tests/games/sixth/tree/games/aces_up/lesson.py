"""How Aces Up goes, in pictures and on a first deal."""

from __future__ import annotations

from games.aces_up.rules import AcesUpTable
from games.cards import cards
from games.language import Message
from games.lesson import Lesson, Line, Picture


def _table(*columns: str) -> AcesUpTable:
    return AcesUpTable(tuple(map(cards, columns)), cards("2C 7D JS 4H"), ())


LESSON = Lesson(
    pictures=(
        Picture(Message("aces_up.picture.lower_goes"), _table("9C", "3H 5D", "KD", "TS"), "discard 2"),
        Picture(Message("aces_up.picture.aces_are_high"), _table("9C", "KD", "3H AD", "TS"), "discard 2"),
        Picture(Message("aces_up.picture.empty_column"), _table("9C", "", "3H AD", "TS"), "move 3 2"),
        Picture(Message("aces_up.picture.deal"), _table("9C", "3H", "AD", "TS"), "deal"),
    ),
    seed="first-1",
    lines=(
        Line(Message("aces_up.line.1"), "discard 2"),
        Line(Message("aces_up.line.2"), "deal"),
        Line(Message("aces_up.line.3")),
    ),
)
