"""The cast of the API's tests, and solvers that answer at once."""

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from competitions.jobs.workers import SOLVING
from competitions.models import Deal
from competitions.solving.analysis import analyse_games
from competitions.solving.par.separate_process import NotSolved
from tests.clients.analyses import told_of
from tests.competitions.conftest import anyone, clock, committed, crowd, owner, rival, stranger
from tests.jobs.work import do_all_due, do_all_ready

__all__ = ["anyone", "clock", "committed", "crowd", "owner", "rival", "stranger"]


class Solvers:
    """Stand in for the process: of every game they say that nothing better could be reached, and that it went
    as it did by luck as much as by skill. `wrong` changes what they say."""

    def __init__(self) -> None:
        self.asked: list[Sequence[str]] = []
        self.fail = False
        self.failure: type[NotSolved] = NotSolved
        self.wrong: dict[str, Any] = {}

    def ask(self, program: str, game: Mapping[str, Any], *options: str, seconds: float) -> bytes:
        self.asked.append(game["moves"])
        if self.fail:
            raise self.failure("they are tired")
        deal = Deal(game_slug=game["game"], rules=game["rules"], seed=game["seed"])
        return json.dumps(told_of(deal, game["moves"]) | self.wrong).encode()


@pytest.fixture
def solvers(monkeypatch: pytest.MonkeyPatch) -> Solvers:
    solvers = Solvers()
    monkeypatch.setattr(analyse_games, "ask_solver", solvers.ask)
    return solvers


@pytest.fixture
def solve_all(db: None, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Does what is due, and then the jobs of the solvers, but finds no pars."""
    monkeypatch.setattr("competitions.solving.par.follower.find_due_pars", lambda end: True)

    def solve_all() -> None:
        do_all_due()
        do_all_ready(SOLVING)

    return solve_all
