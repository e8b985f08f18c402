"""The analysis of a log: best lines from every ply, and sums that close exactly."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from games import GAMES
from games.replay import play
from solvers import analyse, best_along
from solvers.best_lines import best_lines, line_from

from .test_solving import PLAYED, some_game

pytestmark = pytest.mark.extra

ROOT = Path(__file__).resolve().parents[2]

#: The number of last moves that are analysed, where few arrangements are left.
LAST = 9


def asked(log, *options):
    """Return the exit status of the command, and its answer."""
    done = subprocess.run(
        [sys.executable, "-m", "solvers", *options],
        input=json.dumps(log),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    return done.returncode, json.loads(done.stdout)


def test_the_command_tells_all_of_a_log():
    log = {"game": "wish", "seed": "pub", "moves": ["pair 3 2"]}
    status, told = asked(log, "--analysis", "--seconds=50", "--megabytes=500")
    assert status == 0
    assert [*told] == [
        "version",
        "par",
        "moves",
        "initial",
        "luck",
        "skill",
        "given_up",
        "estimate",
        "lines",
    ]
    assert told["par"] == {"score": 2, "proven": True}
    assert [(move["ply"], move["best"], move["proven"]) for move in told["moves"]] == [(0, 2, True)]
    assert told["initial"] + told["luck"] + told["skill"] == 30
    assert told["estimate"]["samples"].bit_count() == 1
    assert [line["ply"] for line in told["lines"]] == [0]
    assert asked({**log, "moves": ["pair 1 1"]}, "--analysis")[0] == 1


@pytest.mark.parametrize(("game", "rules"), PLAYED)
def test_the_lines_lead_from_every_ply_to_the_best_that_is_told(game, rules):
    opening, *rest = some_game(game, rules, 5)[-LAST:]
    moves = [position.move for position in rest]
    told = analyse(opening, moves)
    lines = best_lines(best_along(opening, moves))
    assert told["lines"] == [line._asdict() for line in lines]
    for ply, position in enumerate((opening, *rest[:-1])):
        for text in line_from(lines, ply):
            position = play(position, text)
        assert position.table.score == told["moves"][ply]["best"]
    lost = sum(before["best"] != after["best"] for before, after in pairwise(told["moves"]))
    assert len(lines) <= 2 + lost, "it is the log's own line for as long as that loses nothing"


@pytest.mark.parametrize(("game", "rules"), PLAYED)
def test_whoever_adds_up_the_numbers_comes_to_the_final_score(game, rules):
    opening, *rest = some_game(game, rules, 6)[-LAST:][:-2]
    told = analyse(opening, [position.move for position in rest])
    value = told["initial"]
    for move in told["moves"]:
        value += move["skill"]
        value += move["luck"]
    assert value + told["given_up"] == rest[-1].table.score
    assert sum(move["luck"] for move in told["moves"]) == told["luck"]
    assert sum(move["skill"] for move in told["moves"]) + told["given_up"] == told["skill"]
    assert json.loads(json.dumps(told["moves"])) == told["moves"]


def test_where_nothing_is_hidden_all_is_skill_and_lost_for_certain():
    opening, *rest = some_game(GAMES["well"], {}, 3)[-30:]
    told = analyse(opening, [position.move for position in rest])
    assert (told["luck"], told["estimate"]) == (0, None)
    bests = [*(move["best"] for move in told["moves"]), rest[-1].table.score]
    assert [move["lost"] for move in told["moves"]] == [after - before for before, after in pairwise(bests)]
    assert any(move["lost"] for move in told["moves"])
