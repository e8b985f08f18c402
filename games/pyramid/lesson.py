"""The lesson of Pyramid: pictures, and a first deal."""

from __future__ import annotations

from games.cards import CARDS, cards
from games.language import Message
from games.lesson import Lesson, Line, Picture
from games.pyramid.rules import PLACES, TURNED_ONTO, PyramidTable


def _table(lying: str, stock: str = "4S 9H 2S", wastes: tuple[str, ...] = ("", "", "", "")) -> PyramidTable:
    """Return a table from places like "a1=KS b1=7H", the stock with the next card first, and four waste
    piles."""
    named = dict(part.split("=") for part in lying.split())
    pyramid = tuple(CARDS[named.get(place, "AC")] for place in PLACES)
    left = sum(1 << PLACES.index(place) for place in named)
    onto = TURNED_ONTO["three" if any(wastes[1:]) else "one"]
    return PyramidTable(pyramid, left, cards(stock), tuple(map(cards, wastes)), onto, ())


LESSON = Lesson(
    pictures=(
        Picture(
            Message("pyramid.picture.thirteen"),
            _table("a1=6C b1=JH b2=2D"),
            "discard b1 b2",
        ),
        Picture(
            Message("pyramid.picture.king"),
            _table("a1=6C b1=KH b2=3D"),
            "discard b1",
        ),
        Picture(
            Message("pyramid.picture.draw"),
            _table("a1=6C b1=9D b2=3D"),
            "draw",
        ),
        Picture(
            Message("pyramid.picture.waste"),
            _table("a1=6C b1=9D b2=3D", wastes=("4S", "", "", ""), stock="9H 2S"),
            "discard b1 waste",
        ),
        Picture(
            Message("pyramid.picture.three_wastes"),
            _table("a1=6C b1=9D b2=3D", wastes=("", "5C", "8D", "JS"), stock="9H 2S 4S"),
            "discard waste1 waste2",
            {"draw": "three"},
        ),
    ),
    seed="first-66",
    lines=(
        Line(Message("pyramid.line.1"), "discard g2"),
        Line(Message("pyramid.line.2"), "discard g1 g7"),
        Line(Message("pyramid.line.3"), "draw"),
        Line(Message("pyramid.line.4"), "discard g3 waste"),
    ),
)
