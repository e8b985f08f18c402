"""The shares of deals that come out agree with an independent solver."""

from __future__ import annotations

import pytest

from benchmarks.par import KNOWN, tolerance
from games import GAMES
from solvers import solve


@pytest.mark.parametrize(
    ("name", "deals"),
    [
        (("wish",), 300),
        pytest.param(("three-by-three",), 20, marks=pytest.mark.extra),
        *(pytest.param(name, 150, marks=pytest.mark.extra) for name in KNOWN if name != ("wish",)),
    ],
)
def test_as_many_deals_come_out_as_are_known_to(name, deals):
    game, known = GAMES[name[0]], KNOWN[name]
    rules = dict(zip(game.options, name[1:], strict=True))
    solutions = [solve(game.open(f"share-{number}", rules)) for number in range(deals)]
    assert all(each.proven for each in solutions)
    share = sum(not each.score for each in solutions) / deals
    assert abs(share - known) <= tolerance(known, deals)
