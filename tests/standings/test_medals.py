"""Medals of a deal, counted by hand."""

import pytest

from competitions.standings.medals import medals_in

from .sheets import entrant, field_of, rules


def order_of(scores, *, lowest_wins=True):
    players = (entrant(f"{n:03}", {1: score}, joined=n) for n, score in enumerate(scores))
    return field_of(rules("total", lowest_wins=lowest_wins), *players).in_round(1)


@pytest.mark.parametrize(
    ("scores", "par", "medals"),
    [
        (range(1, 21), 0, {"gold": 2, "silver": 5, "bronze": 10}),
        (range(1, 21), 4, {"gold": 4, "silver": 5, "bronze": 10}),  # a par that players have bettered
        (range(1, 11), None, {"gold": 1, "silver": 2, "bronze": 5}),
        (range(1, 10), 4, {}),  # a few are no field, whatever par is
        ([5] * 20, 0, {"gold": 5}),
        ([30] * 20, 30, {}),  # the worst there is takes none
        ([], None, {}),
    ],
)
def test_gold_is_par_or_the_best_tenth_silver_the_best_quarter_bronze_the_best_half(scores, par, medals):
    assert medals_in(order_of(scores), par=par, worst=30) == medals


def test_where_the_highest_wins_it_is_the_other_way_round():
    medals = medals_in(order_of(range(1, 21), lowest_wins=False), par=21, worst=0)
    assert medals == {"gold": 19, "silver": 16, "bronze": 11}
