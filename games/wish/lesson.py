"""The lesson of Wish: pictures, and a first deal."""

from __future__ import annotations

from games.cards import cards
from games.language import Message
from games.lesson import Lesson, Line, Picture
from games.wish.rules import PILES, WishTable


def _table(*stacks: str) -> WishTable:
    return WishTable((*map(cards, stacks), *((),) * (PILES - len(stacks))), ())


LESSON = Lesson(
    pictures=(
        Picture(
            Message("wish.picture.same_rank"),
            _table("KS 9C", "7H 9D", "QC JC", "TD AS"),
            "pair 1 2",
        ),
        Picture(
            Message("wish.picture.three_of_one_rank"),
            _table("KS 9C", "9D", "7H 9S", "TD AS"),
            "pair 1 3",
        ),
    ),
    seed="first-10",
    lines=(
        Line(Message("wish.line.1"), "pair 3 5"),
        Line(Message("wish.line.2"), "pair 1 3"),
        Line(Message("wish.line.3")),
    ),
)
