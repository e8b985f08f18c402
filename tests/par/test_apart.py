"""Solving a deal in a process of its own."""

import subprocess
import sys

import pytest

from competitions.models import Deal
from competitions.par import apart
from competitions.par.apart import NotSolved, ToldToStop, solve_apart
from games import GAMES
from games.replay import replay


def test_a_solver_is_asked_in_a_process_of_its_own():
    found = solve_apart(Deal(game_slug="wish", rules={}, seed="pub"))
    assert (found.score, found.proven) == (2, True)
    assert replay(GAMES["wish"], "pub", {}, found.moves).score == 2


ENDLESS = """
import solvers.__main__ as command
def solve(position, search):
    print("at work", flush=True)
    while not search.stop():
        pass
    raise command.Stopped
command.solve = solve
command.main([])
"""


def test_a_solver_ends_with_the_process_that_asked(tmp_path):
    """Else a service that is killed would leave it at work."""
    log = tmp_path / "log"
    log.write_text('{"game": "wish", "seed": "pub", "moves": []}')
    shell = f"'{sys.executable}' -c '{ENDLESS}' < {log} & wait"
    with subprocess.Popen(["sh", "-c", shell], cwd=apart.ROOT, stdout=subprocess.PIPE) as asking:
        assert asking.stdout.readline() == b"at work\n"
        asking.kill()
        assert asking.stdout.read() == b"", "its end closes the pipe"


@pytest.fixture
def impatient(monkeypatch):
    """It is looked at once after the solver has started, before it can have solved anything."""
    monkeypatch.setattr(apart, "LOOK_EVERY_S", 0.0)


@pytest.mark.usefixtures("impatient")
def test_a_solver_that_takes_too_long_is_ended(monkeypatch):
    monkeypatch.setattr(apart, "LONGEST_S", 0.0)
    with pytest.raises(NotSolved, match="longer"):
        solve_apart(Deal(game_slug="pyramid", rules={"draw": "one"}, seed="pub"))


@pytest.mark.usefixtures("impatient")
def test_a_solver_ends_when_its_worker_is_to_stop(monkeypatch):
    monkeypatch.setattr(apart, "told_to_stop", lambda: True)
    with pytest.raises(ToldToStop):
        solve_apart(Deal(game_slug="pyramid", rules={"draw": "one"}, seed="pub"))
