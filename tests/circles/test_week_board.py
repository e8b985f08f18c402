"""The board of a week against a second way of reckoning it, on results by chance."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competitions.contests.circles.week_board import DailyResult, week_board
from games import GAMES

MEMBERS = ("ada", "ben", "cleo", "dan", "eve", "fay", "gus", "hal", "ida", "jo", "kim", "leo")
POINTS = [25, 18, 15, 12, 10, 8, 6, 4, 2, 1]
RESULTS = st.dictionaries(
    st.tuples(st.integers(0, 6), st.sampled_from(sorted(GAMES)), st.sampled_from(MEMBERS)),
    st.integers(-3, 3),
    max_size=80,
)


def worth(score, others, *, lowest):
    """The mean of the points of the places that a result shares with its equals, one place at a time."""
    better = sum(other < score if lowest else other > score for other in others)
    equal = sum(other == score for other in others)
    return Fraction(sum(POINTS[place] if place < 10 else 0 for place in range(better, better + equal)), equal)


@pytest.mark.extra
@given(results=RESULTS, members=st.permutations(MEMBERS))
def test_a_board_is_what_places_reckoned_one_by_one_come_to(results, members):
    """Equals keep the order in which they are given."""
    told = [DailyResult(day, game, member, score) for (day, game, member), score in results.items()]
    rows = week_board(members, told, of_one_game=False)
    order = [(row.rank is None, row.rank or 0, members.index(row.member)) for row in rows]
    assert order == sorted(order)
    assert sorted(row.member for row in rows) == sorted(members)
    points = dict.fromkeys(members, Fraction(0))
    for (day, game, member), score in results.items():
        field = [other for key, other in results.items() if key[:2] == (day, game)]
        points[member] += worth(score, field, lowest=GAMES[game].lowest_wins)
    played = {member: [day for day, _, who in results if who == member] for member in members}
    for row in rows:
        assert (row.points, row.played) == (points[row.member], len(played[row.member]))
        assert sum(day.points for day in row.days if day) == row.points
        assert [day is not None for day in row.days] == [day in played[row.member] for day in range(7)]
        rivals = [points[other] for other in members if played[other] and other != row.member]
        placed = (1 + sum(other > row.points for other in rivals), row.points in rivals)
        assert (row.rank, row.tied) == (placed if row.played else (None, False))
