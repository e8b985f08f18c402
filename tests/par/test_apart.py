"""Solving a deal in a process of its own."""

import subprocess
import sys
from functools import partial
from time import sleep

import pytest

from competitions.models import Deal
from competitions.solving.par import separate_process
from competitions.solving.par.separate_process import (
    LimitsReached,
    NotSolved,
    OutOfTime,
    ToldToStop,
    ask_solver,
    one_at_a_time,
    solve_deal,
)
from games import GAMES
from games.replay import replay
from tests.clients.contests import golden
from tests.threads import at_once

A_MOMENT_S = 0.05
"""So long another at work would be seen."""


def test_work_with_solvers_is_done_by_one_at_a_time():
    at_work, most = [], []

    def some(end: float) -> bool:
        at_work.append(end)
        most.append(len(at_work))
        sleep(A_MOMENT_S)
        at_work.pop()
        return True

    assert at_once(*[partial(one_at_a_time(some), 0.0)] * 3) == [True] * 3
    assert most == [1, 1, 1]


def test_who_waits_for_the_solvers_ends_when_its_worker_is_to_stop(monkeypatch):
    def another_is_told_to_stop(end: float) -> bool:
        monkeypatch.setattr(separate_process, "told_to_stop", lambda: True)
        return not one_at_a_time(lambda _: True)(end)

    assert one_at_a_time(another_is_told_to_stop)(0.0)


@pytest.mark.extra
def test_a_solver_is_asked_in_a_process_of_its_own():
    found = solve_deal(Deal(game_slug="wish", rules={}, seed="pub"))
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


@pytest.mark.extra
def test_a_solver_ends_with_the_process_that_asked(tmp_path):
    """Else a service that is killed would leave it at work."""
    log = tmp_path / "log"
    log.write_text('{"game": "wish", "seed": "pub", "moves": []}')
    shell = f"'{sys.executable}' -c '{ENDLESS}' < {log} & wait"
    with subprocess.Popen(["sh", "-c", shell], cwd=separate_process.ROOT, stdout=subprocess.PIPE) as asking:
        assert asking.stdout.readline() == b"at work\n"
        asking.kill()
        assert asking.stdout.read() == b"", "its end closes the pipe"


@pytest.mark.extra
@pytest.mark.parametrize(
    ("name", "value", "failure"),
    [("LONGEST_S", 0.0, OutOfTime), ("told_to_stop", lambda: True, ToldToStop)],
)
def test_a_solver_that_takes_too_long_or_whose_worker_is_to_stop_is_ended(monkeypatch, name, value, failure):
    """Checked once after the solver has started, before it can have solved anything."""
    monkeypatch.setattr(separate_process, "LOOK_EVERY_S", 0.0)
    monkeypatch.setattr(separate_process, name, value)
    with pytest.raises(failure, match="longer" if failure is OutOfTime else None):
        solve_deal(Deal(game_slug="pyramid", rules={"draw": "one"}, seed="pub"))


@pytest.mark.extra
@pytest.mark.parametrize(("seconds", "megabytes"), [(1, 800), (90, 24)])
def test_a_solver_that_comes_to_a_limit_says_so(monkeypatch, seconds, megabytes):
    """Asked again, it would come to it again."""
    monkeypatch.setattr(separate_process, "MEGABYTES", megabytes)
    with pytest.raises(LimitsReached):
        ask_solver("solvers", golden("winabit-5a")["log"], "--analysis", seconds=seconds)


@pytest.mark.extra
@pytest.mark.parametrize(("signal", "failure"), [("KILL", NotSolved), ("ABRT", LimitsReached)])
def test_a_solver_that_is_killed_may_be_asked_again_unless_it_aborts(signal, failure, monkeypatch, tmp_path):
    """A compiled solver that gets no memory sometimes aborts."""
    killed = tmp_path / "python"
    killed.write_text(f"#!/bin/sh\nulimit -c 0\nkill -{signal} $$")
    killed.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(killed))
    with pytest.raises(NotSolved) as failed:
        solve_deal(Deal(game_slug="wish", rules={}, seed="pub"))
    assert failed.type is failure


@pytest.mark.extra
def test_a_solver_that_aborts_leaves_no_file_with_cards():
    program = (
        "import resource, solvers.__main__ as command; command.main([]);"
        "print(resource.getrlimit(resource.RLIMIT_CORE))"
    )
    log = '{"game": "wish", "seed": "pub", "moves": []}'
    solver, folder = [sys.executable, "-c", program], separate_process.ROOT
    done = subprocess.run(solver, cwd=folder, input=log.encode(), capture_output=True, check=True)
    assert done.stdout.endswith(b"}\n(0, 0)\n")
