"""Who passed whom by a round, and why."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.standings.overtakes import MOST, NEAR, Why, passings

from .sheets import entrant, field_of, result, rules

TWO = rules("total", rounds=2)


def told(field, name, newest=2, rounds=(1, 2)):
    found = passings(field, field.entrants[name], newest=newest, known={n: n for n in rounds})
    return [(each.player["name"], each.up, each.why, each.own, each.theirs) for each in found]


@pytest.mark.parametrize("ranking", ["total", "matchpoints", "points"])
def test_a_better_score_in_the_newest_round(ranking):
    field = field_of(rules(ranking, rounds=2), Ann=(5, 30), Bea=(9, 3), Cyd=(20, 28))
    assert told(field, "Ann") == [("Bea", False, Why.SCORES, 30, 3)]
    assert told(field, "Bea") == [("Ann", True, Why.SCORES, 3, 30)]
    assert told(field, "Cyd") == []


def test_a_round_that_one_of_them_did_not_play_or_in_which_tie_breaks_decide():
    field = field_of(TWO, Ann=(5,), Bea=(9, 3))
    assert told(field, "Ann") == [("Bea", False, Why.ONE_PLAYED, None, 3)]
    assert told(field, "Bea") == [("Ann", True, Why.ONE_PLAYED, 3, None)]
    field = field_of(
        rules("total", rounds=2, tie_breaks=["moves"]),
        Ann=[result(5, moves=9), result(-7, moves=30)],
        Bea=[result(5, moves=10), result(-7, moves=20)],
    )
    assert told(field, "Ann") == [("Bea", False, Why.EQUAL, -7, -7)]


def test_nothing_is_told_to_latecomers_of_a_first_round_of_ties_and_of_the_disqualified():
    """Who joined late may pass."""
    field = field_of(TWO, Ann=(5, 9), Bea=(None, 3))
    assert told(field, "Bea") == []
    field.put(entrant("Cyd", (29, 10)))
    assert told(field, "Cyd") == [("Bea", False, Why.SCORES, 10, 3)]
    field = field_of(TWO, entrant("Cyd", (9, 3), disqualified=True), Ann=(5, 9), Bea=(9, 5))
    assert told(field, "Ann") == told(field, "Cyd") == told(field, "Ann", newest=1, rounds=[1]) == []


def test_the_nearest_are_told_and_no_more_than_a_few():
    crowd = [entrant(f"P{n}", (20, n), joined=n) for n in range(3 * NEAR)]
    found = told(field_of(TWO, entrant("Ann", (2, 28), joined=99), *crowd), "Ann")
    assert len(found) == MOST
    assert [name for name, *_ in found] == ["P9", "P8", "P7"]


@given(
    scores=st.lists(st.tuples(st.integers(0, 5), st.integers(0, 5)), min_size=2, max_size=6),
    ranking=st.sampled_from(["total", "matchpoints", "points"]),
    tie_breaks=st.lists(st.sampled_from(["wins", "moves"]), unique=True),
)
def test_it_agrees_with_the_orders_of_the_field(scores, ranking, tie_breaks):
    """Whoever is told of stands on the other side in the order over the rounds before."""
    crowd = (
        entrant(f"P{n}", [result(one, moves=two), result(two, moves=one)], joined=n)
        for n, (one, two) in enumerate(scores)
    )
    field = field_of(rules(ranking, rounds=2, tie_breaks=tie_breaks), *crowd)
    before, after = field.over([1]), field.over([1, 2])
    for mine in field.entrants.values():
        for each in passings(field, mine, newest=2, known={1: 1, 2: 2}):
            other = field.entrants[each.entry]
            was = before.place(mine).rank - before.place(other).rank
            now = after.place(mine).rank - after.place(other).rank
            assert (now < 0) == each.up
            assert was >= 0 if each.up else was <= 0
