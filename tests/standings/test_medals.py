"""Medals of a deal, counted by hand."""

import pytest

from competitions.standings.medals import medals_in

from .sheets import entrant, field_of, rules

LOWEST, HIGHEST = (rules("total", lowest_wins=lowest_wins) for lowest_wins in (True, False))


@pytest.mark.parametrize(
    ("asked", "scores", "par", "medals"),
    [
        (LOWEST, range(1, 21), 0, {"gold": 2, "silver": 5, "bronze": 10}),
        (LOWEST, range(1, 21), 4, {"gold": 4, "silver": 5, "bronze": 10}),  # players have bettered this par
        (LOWEST, range(1, 11), None, {"gold": 1, "silver": 2, "bronze": 5}),
        (LOWEST, range(1, 10), 4, {}),  # a few are no field, whatever par is
        (LOWEST, [5] * 20, 0, {"gold": 5}),
        (LOWEST, [30] * 20, 30, {}),  # the worst there is takes none
        (LOWEST, [], None, {}),
        (HIGHEST, range(1, 21), 21, {"gold": 19, "silver": 16, "bronze": 11}),
    ],
)
def test_gold_is_par_or_the_best_tenth_silver_the_best_quarter_bronze_the_best_half(
    asked, scores, par, medals
):
    players = (entrant(f"{n:03}", [score], joined=n) for n, score in enumerate(scores))
    worst = asked.rounds[0][1].worst_score
    assert medals_in(field_of(asked, *players).in_round(1), par=par, worst=worst) == medals
