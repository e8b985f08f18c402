"""What holds of every field, whatever was played: found by trying many."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competitions.standings.rankings import RANKINGS

from .sheets import entrant, field_of, places, ranks, result, rules, worths

ROUNDS = (1, 2, 3)
RESULTS = st.builds(
    result,
    st.integers(0, 4),
    won=st.booleans(),
    **{name: st.integers(low, high) for name, low, high in (("moves", 1, 3), ("ms", 0, 2), ("at", 0, 9))},
)
TIE_BREAKS = st.lists(st.sampled_from(["wins", "moves", "time", "earliest"]), unique=True, max_size=2)
ENTRANTS = st.builds(
    entrant,
    st.sampled_from("ABCDEFG"),
    st.dictionaries(st.sampled_from(ROUNDS), RESULTS),
    disqualified=st.sampled_from([False, False, False, True]),
)
FIELDS = st.lists(ENTRANTS, max_size=6, unique_by=lambda each: each.entry)
SOME = settings(max_examples=25, deadline=None)


@pytest.mark.extra
@pytest.mark.parametrize("ranking", RANKINGS)
@given(changes=st.lists(ENTRANTS, max_size=20), tie_breaks=TIE_BREAKS)
@SOME
def test_a_field_that_follows_is_one_that_is_made_anew(ranking, changes, tie_breaks):
    """Joins, results, better results, disqualifications and reinstatements, in any order."""
    asked = rules(ranking, rounds=3, tie_breaks=tie_breaks)
    field = field_of(asked)
    for change in changes:
        field.put(change)
        anew = field_of(asked, *field.entrants.values())
        for rounds in (ROUNDS, (1, 3), ()):
            assert ranks(field, rounds) == ranks(anew, rounds)


@pytest.mark.extra
@pytest.mark.parametrize("ranking", RANKINGS)
@given(entrants=FIELDS, tie_breaks=TIE_BREAKS, order=st.randoms(use_true_random=False))
@SOME
def test_the_order_of_arrival_changes_no_rank_and_ranks_count_who_is_better(
    ranking, entrants, tie_breaks, order
):
    asked = rules(ranking, rounds=3, tie_breaks=tie_breaks)
    field = field_of(asked, *entrants)
    assert places(field_of(asked, *order.sample(entrants, len(entrants)))) == places(field)
    ranked = [rank for _, rank in ranks(field)]
    counted = [rank for rank in ranked if rank is not None]
    assert ranked == counted + [None] * (len(ranked) - len(counted)), "the ranked come first"
    for place, rank in enumerate(counted, start=1):
        assert rank in (place, counted[place - 2] if place > 1 else math.nan)


@pytest.mark.parametrize("ranking", ["total", "points"])
@given(entrants=FIELDS, tie_breaks=TIE_BREAKS)
@SOME
def test_a_worse_entry_moves_no_better_one(ranking, entrants, tie_breaks):
    """Better are those who played all rounds, each of them better; who missed one may be passed."""
    asked = rules(ranking, rounds=3, tie_breaks=tie_breaks)
    worst = entrant("Z", dict.fromkeys(ROUNDS, result(29, moves=99, ms=99, at=99)))
    before, after = places(field_of(asked, *entrants)), places(field_of(asked, *entrants, worst))
    better = [each.entry for each in entrants if len(each.results) == len(ROUNDS)]
    assert [after[name] for name in better] == [before[name] for name in better]


@given(entrants=FIELDS, tie_breaks=TIE_BREAKS)
@SOME
def test_the_matchpoints_of_a_round_are_half_of_what_there_is(entrants, tie_breaks):
    """What one wins another loses: the mean of those who played is 50."""
    field = field_of(rules("matchpoints", tie_breaks=tie_breaks), *entrants)
    played = [each.entry for each in entrants if 1 in each.results and not each.disqualified]
    assert sum(worths(field)[name] for name in played) == 50 * len(played)
