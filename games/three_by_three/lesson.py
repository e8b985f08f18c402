"""How Three By Three goes, in pictures and on a first deal."""

from __future__ import annotations

from games.cards import CARDS, cards
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
            "Two corners of the same suit: the card between them may be turned.",
            _table("9C 8D 4C QH JH 2D 8S AS TH"),
            "turn n",
        ),
        Picture(
            "Then you choose which of the two corners it goes to.",
            _table("9C - 4C QH JH 2D 8S AS TH", "n=8D"),
            "place ne",
        ),
        Picture(
            "Two opposite corners of the same suit: the card in the centre may be turned.",
            _table("9C 8D 4H QH JH 2D 8H AS TD"),
            "turn c",
        ),
        Picture(
            "A card from the centre may go to any corner.",
            _table("9C 8D 4H QH - 2D 8H AS TD", "c=JH"),
            "place nw",
        ),
        Picture(
            "A joker stands for any match: any card may be turned, and goes on the joker.",
            _table("X1 8D 4H QH JH 2D 8S AS TD"),
            "turn s",
        ),
        Picture(
            "When no card can be turned, the next nine are dealt on top.",
            _table("9C 8D 4H QH JH 2D 8S AS TD"),
            "deal",
        ),
    ),
    seed="first-17",
    lines=(
        Line("The two left corners are clubs, so turn the card between them.", "turn w"),
        Line("J♣ goes to either of these corners. Put it on upper left.", "place nw"),
        Line("Nothing else matches. Deal the next round of nine on top.", "deal"),
        Line("There are six rounds. Each card still face down at the end is a point against you."),
    ),
)
