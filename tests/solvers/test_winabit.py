"""WinABit's solver: as good as trying everything with few cards, and with a bound that holds."""

from __future__ import annotations

import pytest

from games.cards import CARDS
from games.game import Position
from games.replay import play
from games.winabit import GAME as WINABIT
from games.winabit.rules import PulledCard
from solvers import Search, Stopped, solve
from tests.games.test_reasons import winabit

#: Tables with so few cards that everything can be tried.
SMALL = [
    winabit("2C 3C|7D", "4C|7H", "|8S"),
    winabit("2C|9D", "|TC 2S", "|3D"),
    winabit("2C|9D", "|3S", hand="4D TS 6C", turned=2),
    winabit("AC 5D|9D", "|3S", hand="4D 6C", turned=1),
    winabit("5H KC|9D 8C", "|9H", hand="4D"),
    winabit("5H 3C|9D 8C", "|6C", pulled=PulledCard(CARDS["7C"], 0, 1)),
    winabit("5H 3C|9D 8C", "|6C", pulled=PulledCard(CARDS["AC"], 0, 1)),
]


def best_of_all(table, most_cheats):
    """Return the best score in reach with so few cheats."""
    found, waiting = {table}, [table]
    for each in waiting:
        for move in each.legal():
            after = move.after(each)
            if after not in found and after.cheats <= most_cheats:
                found.add(after)
                waiting.append(after)
    return max(each.score for each in found)


@pytest.mark.parametrize("scoring", ["5a", "5b"])
@pytest.mark.parametrize("seen", SMALL)
def test_few_cards_are_played_as_well_as_they_can_be(seen, scoring):
    table = seen.table._replace(scoring=scoring)
    solution = solve(Position(WINABIT, {"scoring": scoring}, table, 0))
    assert (solution.score, solution.proven) == (best_of_all(table, table.cheats + 3), True)


@pytest.mark.extra
def test_a_deal_is_played_well_and_no_better_than_its_bound():
    opening = WINABIT.open("par-5")
    solution = solve(opening)
    assert 10 <= solution.score <= solution.bound <= 21
    assert solution == solve(opening)
    late = opening
    for text in solution.moves[:-4]:
        late = play(late, text)
    assert solution.score <= solve(late).score <= solve(late).bound <= solution.bound


@pytest.mark.parametrize("room", [0, 1, 2, 3])
def test_near_the_limit_on_moves_it_is_never_worse_than_giving_up(room):
    table = winabit("2C|9D", "|3D", hand="5H 7H").table._replace(scoring="5b")
    solution = solve(Position(WINABIT, {"scoring": "5b"}, table, WINABIT.move_limit - room))
    assert solution.score >= table.score
    assert len(solution.moves) <= room
    assert solution.proven or room


def test_it_looks_at_no_more_than_it_may_and_stops():
    opening = WINABIT.open("par-5")
    for budget in (1, 30, 300):
        solution = solve(opening, Search(budget=budget))
        assert opening.table.score <= solution.score <= solution.bound
    with pytest.raises(Stopped):
        solve(opening, Search(stop=lambda: True))
