"""How Pyramid goes, in pictures and on a first deal."""

from __future__ import annotations

from games.cards import CARDS, cards
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
            "Two free cards that add up to 13 go together. An ace counts 1, a jack 11, a queen 12.",
            _table("a1=6C b1=JH b2=2D"),
            "discard b1 b2",
        ),
        Picture(
            "A king counts 13 and goes alone.",
            _table("a1=6C b1=KH b2=3D"),
            "discard b1",
        ),
        Picture(
            "Draw turns the next card. You go through the stock once.",
            _table("a1=6C b1=9D b2=3D"),
            "draw",
        ),
        Picture(
            "The top card of the waste may go with a card of the pyramid.",
            _table("a1=6C b1=9D b2=3D", wastes=("4S", "", "", ""), stock="9H 2S"),
            "discard b1 waste",
        ),
        Picture(
            "Drawing three: each draw turns a card onto each of three waste piles. All three tops are free.",
            _table("a1=6C b1=9D b2=3D", wastes=("", "5C", "8D", "JS"), stock="9H 2S 4S"),
            "discard waste1 waste2",
            {"draw": "three"},
        ),
    ),
    seed="first-66",
    lines=(
        Line("A card is free when nothing lies on it. A king goes alone: K♣.", "discard g2"),
        Line("Two free cards that add up to 13 go together: 7♠ and 6♥.", "discard g1 g7"),
        Line("No two free cards make 13 now, so turn a card of the stock.", "draw"),
        Line(
            "2♠ on the waste goes with J♠, which counts 11. Clear the pyramid like this.", "discard g3 waste"
        ),
    ),
)
