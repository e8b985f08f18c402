"""The cast of the API's tests, and what solves a batch of deals in place of a process."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from competitions.jobs.workers import SOLVING
from competitions.solving.bands import draws
from solvers.bands import Band, first_in
from tests.competitions.conftest import anyone, clock, crowd, owner, rival, stranger
from tests.jobs.work import do_all_ready

__all__ = ["anyone", "clock", "crowd", "owner", "rival", "stranger"]


class Solver:
    """Stands in for the process: it solves the same deals, and remembers them."""

    def __init__(self) -> None:
        self.seeds: list[str] = []
        self.finds = True

    def ask(self, program: str, question: Any) -> bytes:
        assert program == "solvers.bands"
        asked = json.loads(json.dumps(question))
        self.seeds += asked["seeds"]
        band = Band(*asked["band"])
        place = first_in(band, asked["game"], asked["rules"], asked["seeds"]) if self.finds else None
        return json.dumps(place).encode()


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> Solver:
    solver = Solver()
    monkeypatch.setattr(draws, "ask_solver", solver.ask)
    return solver


@pytest.fixture
def draw_all(db: None) -> Callable[[], None]:
    """Does the jobs of the solvers."""
    return lambda: do_all_ready(SOLVING)
