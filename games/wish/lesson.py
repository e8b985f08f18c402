"""How Wish goes, in pictures and on a first deal."""

from __future__ import annotations

from games.cards import cards
from games.lesson import Lesson, Line, Picture
from games.wish.rules import PILES, WishTable


def _table(*stacks: str) -> WishTable:
    return WishTable((*map(cards, stacks), *((),) * (PILES - len(stacks))), ())


LESSON = Lesson(
    pictures=(
        Picture(
            "Two cards of the same rank go together. The cards under them are turned up.",
            _table("KS 9C", "7H 9D", "QC JC", "TD AS"),
            "pair 1 2",
        ),
        Picture(
            "Of three cards of one rank two go. Which two is your choice.",
            _table("KS 9C", "9D", "7H 9S", "TD AS"),
            "pair 1 3",
        ),
    ),
    seed="first-10",
    lines=(
        Line("Every pile shows its top card. Two of the same rank go together: J♠ and J♦.", "pair 3 5"),
        Line("The cards under them are turned up, and an ace came: A♠ and A♦ make a pair.", "pair 1 3"),
        Line("Go on like this until no two cards in sight are equal. Each card left is a point against you."),
    ),
)
