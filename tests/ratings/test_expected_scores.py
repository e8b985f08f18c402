"""How hard a deal was: what the line through ratings and scores says, and what it never says."""

from itertools import pairwise
from statistics import linear_regression

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from competitions.ratings.expected_scores import APART, FEWEST, expected_scores

FIELD = st.lists(st.tuples(st.integers(900, 2300), st.integers(-20, 52)), min_size=FEWEST, max_size=30)
SOME = settings(max_examples=60, deadline=None)


def test_of_few_players_nothing_is_said():
    assert expected_scores([(1500, 4)] * (FEWEST - 1), highest_wins=False) == []
    assert expected_scores([(1500, 4)] * FEWEST, highest_wins=False) == [(1500, 4.0)]


@pytest.mark.extra
@given(field=FIELD, highest_wins=st.booleans())
@SOME
def test_a_higher_rating_is_never_expected_to_do_worse_and_nobody_better_than_the_best(field, highest_wins):
    expected = expected_scores(field, highest_wins=highest_wins)
    for lower, higher in pairwise(expected):
        assert higher.rating == lower.rating + 100
        assert lower.score <= higher.score if highest_wins else lower.score >= higher.score
    scores = [score for _, score in field]
    assert all(min(scores) <= each.score <= max(scores) for each in expected)
    ratings = [rating for rating, _ in field]
    assert abs(expected[0].rating - min(ratings)) <= 50
    assert abs(expected[-1].rating - max(ratings)) <= 50


@given(field=FIELD)
@SOME
def test_it_is_the_line_of_least_squares_through_all_and_two_more(field):
    """By the standard library, which knows nothing of ours."""
    mean = [sum(values) / len(field) for values in zip(*field, strict=True)]
    two = [(mean[0] - APART, mean[1]), (mean[0] + APART, mean[1])]
    line = linear_regression(*zip(*field, *two, strict=True))
    scores = [score for _, score in field]
    for each in expected_scores(field, highest_wins=line.slope > 0):
        said = line.intercept + line.slope * each.rating
        assert each.score == pytest.approx(min(max(said, min(scores)), max(scores)), abs=0.0501)


def test_it_says_the_same_whoever_was_stored_first():
    field = [(1400 + 37 * n, (7 * n) % 11) for n in range(12)]
    assert expected_scores(field, highest_wins=False) == expected_scores(field[::-1], highest_wins=False)
