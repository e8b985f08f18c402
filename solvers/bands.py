"""Bands: promises about a deal, for example that it can be won. They are made before anybody plays the deal.

    python -m solvers.bands < QUESTION

reads a game with its rules, a band and some seeds as JSON. It prints the index of the first seed whose deal
lies in the band, or null if none does. It always solves all deals, so that its running time does not show
which deal was chosen.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games import GAMES
from games.game import Position
from games.hints import follow_hints
from games.replay import Refused, replay_from
from solvers.limits import give_way, limits_of
from solvers.solution import USUAL, Search, Stopped
from solvers.solving import SOLVERS, solve

PROVEN = tuple(slug for slug, solver in SOLVERS.items() if solver.proves)
"""The games whose solvers prove par. No band is promised for deals of other games."""


class Band(NamedTuple):
    """A promise about a deal, of one of three kinds.

    `winnable`: the deal can be won. `hard`: the deal can be won, but not by following the hints. `par`: the
    par of the deal is `low`, `high` or a score between them. `low` and `high` are None for the other kinds.
    """

    kind: str
    low: int | None = None
    high: int | None = None


def lies_in(opening: Position, band: Band, search: Search = USUAL) -> bool:
    """Return whether a deal lies in the band; False if its par is not proven. Raises Stopped.

    >>> deal = GAMES["wish"].open("pub")
    >>> lies_in(deal, Band("winnable")), lies_in(deal, Band("par", 0, 2)), lies_in(deal, Band("par", 4, 8))
    (False, True, False)
    """
    found = solve(opening, search)
    if not found.proven:
        return False
    if band.low is not None and band.high is not None:
        return band.low <= found.score <= band.high
    best = replay_from(opening, found.moves)
    assert not isinstance(best, Refused), best.error
    return best.won and not (band.kind == "hard" and follow_hints(opening).table.won)


def first_in(
    band: Band, slug: str, rules: Mapping[str, str], seeds: Sequence[str], search: Search = USUAL
) -> int | None:
    """Return the index of the first seed whose deal lies in the band; None if none does. Raises Stopped."""
    lying = [lies_in(GAMES[slug].open(seed, rules), band, search) for seed in seeds]
    return lying.index(True) if any(lying) else None


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m solvers.bands", description=__doc__, allow_abbrev=False)
    search = give_way(limits_of(parser).parse_args(arguments))
    asked = json.loads(sys.stdin.buffer.readline())
    try:
        place = first_in(Band(*asked["band"]), asked["game"], asked["rules"], asked["seeds"], search)
    except (Stopped, MemoryError):
        return 1
    print(json.dumps(place))
    return 0


if __name__ == "__main__":
    sys.exit(main())
