"""Bands: the deals in them, and the program that finds one and tells nothing else."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from games import GAMES
from games.hints import follow_hints
from solvers import bands
from solvers.bands import PROVEN, Band, first_in, lies_in
from solvers.solution import Solution

from .test_solving import best_of_all

pytestmark = pytest.mark.extra

ROOT = Path(__file__).resolve().parents[2]
WISH = GAMES["wish"]
SEEDS = [f"band-{number}" for number in range(40)]
MOST_STATES = 100_000


def bests():
    return [best_of_all(WISH.open(seed).table, MOST_STATES) for seed in SEEDS]


@pytest.mark.parametrize(
    ("band", "keeps"),
    [
        (Band("winnable"), lambda best, by_hints: best == 0),
        (Band("hard"), lambda best, by_hints: best == 0 < by_hints),
        (Band("par", 2, 6), lambda best, by_hints: 2 <= best <= 6),
        (Band("par", 4, 4), lambda best, by_hints: best == 4),
    ],
)
def test_a_deal_lies_in_a_band_as_trying_everything_says(band, keeps):
    deals = [WISH.open(seed) for seed in SEEDS]
    ends = [follow_hints(deal).table.score for deal in deals]
    expected = [keeps(best, by_hints) for best, by_hints in zip(bests(), ends, strict=True)]
    assert [lies_in(deal, band) for deal in deals] == expected
    assert {*expected} == {True, False}


def test_nothing_is_promised_of_a_deal_whose_best_is_not_proven(monkeypatch):
    monkeypatch.setattr(bands, "solve", lambda opening, search: Solution(4, (), 0))
    assert not lies_in(WISH.open("pub"), Band("par", 0, 32))


@pytest.mark.parametrize("slug", PROVEN)
def test_something_is_promised_of_every_game_that_is_solved_for_certain(slug):
    """Every deal lies in a band of all scores."""
    game = GAMES[slug]
    rules = game.settle_rules({})
    assert first_in(Band("par", 0, game.worst_score(rules)), slug, rules, SEEDS[:2]) == 0


def test_the_program_says_which_deal_it_is_and_nothing_else():
    for band, place in ((Band("par", 4, 4), bests().index(4)), (Band("par", 1, 1), None)):
        question = {"game": "wish", "rules": {}, "band": band, "seeds": SEEDS}
        done = subprocess.run(
            [sys.executable, "-m", "solvers.bands", "--seconds=60", "--megabytes=800"],
            cwd=ROOT,
            input=json.dumps(question).encode(),
            capture_output=True,
            check=True,
        )
        assert (json.loads(done.stdout), done.stderr) == (place, b"")


def test_every_deal_is_solved_wherever_the_first_one_is(monkeypatch):
    """So its time tells little about the chosen deal."""
    solved = []
    monkeypatch.setattr(bands, "lies_in", lambda opening, band, search: solved.append(opening) or True)
    assert first_in(Band("winnable"), "wish", {}, SEEDS) == 0
    assert len(solved) == len(SEEDS)
