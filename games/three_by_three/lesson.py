"""The lesson of Three By Three: pictures, and a first deal."""

from __future__ import annotations

from games.cards import CARDS, cards
from games.language import Message
from games.lesson import Lesson, Line, Picture
from games.three_by_three.rules import SQUARES, ThreeByThreeTable, TurnedCard

NEXT_ROUND = "7S KC 5D 2H 9S 3C 6H TD 4S"


def _table(square: str, turned: str = "", stock: str = NEXT_ROUND) -> ThreeByThreeTable:
    """Return a table from the top cards of the squares in reading order, "-" for none; `turned` is like
    "w=9H"."""
    squares = tuple(() if card == "-" else (CARDS[card],) for card in square.split())
    assert len(squares) == len(SQUARES)
    where, _, card = turned.partition("=")
    on_its_way = TurnedCard(CARDS[card], SQUARES.index(where)) if card else None
    return ThreeByThreeTable(squares, cards(stock), on_its_way)


LESSON = Lesson(
    pictures=(
        Picture(
            Message("three_by_three.picture.edge"),
            _table("9C 8D 4C QH JH 2D 8S AS TH"),
            "turn n",
        ),
        Picture(
            Message("three_by_three.picture.choose_a_corner"),
            _table("9C - 4C QH JH 2D 8S AS TH", "n=8D"),
            "place ne",
        ),
        Picture(
            Message("three_by_three.picture.centre"),
            _table("9C 8D 4H QH JH 2D 8H AS TD"),
            "turn c",
        ),
        Picture(
            Message("three_by_three.picture.any_corner"),
            _table("9C 8D 4H QH - 2D 8H AS TD", "c=JH"),
            "place nw",
        ),
        Picture(
            Message("three_by_three.picture.joker"),
            _table("X1 8D 4H QH JH 2D 8S AS TD"),
            "turn s",
        ),
        Picture(
            Message("three_by_three.picture.next_round"),
            _table("9C 8D 4H QH JH 2D 8S AS TD"),
            "deal",
        ),
    ),
    seed="first-17",
    lines=(
        Line(Message("three_by_three.line.1"), "turn w"),
        Line(Message("three_by_three.line.2"), "place nw"),
        Line(Message("three_by_three.line.3"), "deal"),
        Line(Message("three_by_three.line.4")),
    ),
)
