"""The shares of deals that come out agree with an independent solver."""

from __future__ import annotations

import pytest

from benchmarks.par import KNOWN, tolerance
from games import GAMES
from solvers import solve

PYRAMID = {
    "one": 0x100441000420800010000000000400,
    "three": 0x37615801569C6B9F7CB3C5DF16ECBA3DF35463,
}
"""The first 150 deals of Pyramid, a bit for each: 1 if it comes out. All take four times as long as the other
deals here, so that one of three is solved again."""


def come_out(name, numbers):
    """Solve the deals with these numbers, and return which of them come out."""
    game = GAMES[name[0]]
    rules = dict(zip(game.options, name[1:], strict=True))
    solutions = [solve(game.open(f"share-{number}", rules)) for number in numbers]
    assert all(each.proven for each in solutions)
    return [not each.score for each in solutions]


def are_as_many_as_known(name, found):
    known, share = KNOWN[name], sum(found) / len(found)
    return abs(share - known) <= tolerance(known, len(found))


@pytest.mark.parametrize(
    ("name", "deals"),
    [
        (("wish",), 300),
        *(
            pytest.param(name, 150, marks=pytest.mark.extra)
            for name in KNOWN
            if name[0] not in ("wish", "pyramid")
        ),
    ],
)
def test_as_many_deals_come_out_as_are_known_to(name, deals):
    assert are_as_many_as_known(name, come_out(name, range(deals)))


@pytest.mark.extra
@pytest.mark.parametrize("draw", PYRAMID)
def test_as_many_deals_of_pyramid_come_out_as_are_known_to(draw):
    found, name = [bit == "1" for bit in f"{PYRAMID[draw]:0150b}"], ("pyramid", draw)
    assert are_as_many_as_known(name, found)
    assert come_out(name, range(0, len(found), 3)) == found[::3]
