"""The hints of Pyramid look ahead: the choice of partners matters later."""

from __future__ import annotations

import pytest

from games.game import Position
from games.hints import hint
from games.pyramid import GAME as PYRAMID
from tests.games.pyramid.test_rules import table


def pyramid(lying: str, stock: str = "", waste: str = "") -> Position:
    """Return a position with pyramid cards by place, a stock, and the waste."""
    return Position(PYRAMID, {"draw": "one"}, table(lying, stock, [waste]), 1)


@pytest.mark.parametrize(
    ("position", "move", "why"),
    [
        (pyramid("f1:2C f2:9D g1:6C g2:7D g4:7H", stock="4C"), "discard g1 g2", "it frees 2♣ and 9♦"),
        (
            pyramid("f1:3C g1:KD g2:7D", stock="4C", waste="5H"),
            "discard g1",
            "a king goes alone and only lies in the way",
        ),
        (pyramid("f1:2C g1:6C g2:8D", stock="4C"), "draw", "no two free cards make 13"),
    ],
)
def test_what_is_hinted(position, move, why):
    assert (hint(position)["move"], hint(position)["why"]) == (move, why)
