"""The cast of the API's tests, and a solver that answers at once."""

from collections.abc import Callable

import pytest

from competitions.jobs.workers import SOLVING
from competitions.models import Deal
from competitions.solving.par import find_par
from competitions.solving.par.separate_process import DealSolution, NotSolved
from solvers import VERSION
from tests.competitions.conftest import anyone, clock, committed, crowd, owner, rival, stranger
from tests.jobs.work import do_all_due, do_all_ready

__all__ = ["anyone", "clock", "committed", "crowd", "owner", "rival", "stranger"]


class Solver:
    """Stands in for the process: of every deal it says that giving up at once is the best there is."""

    def __init__(self) -> None:
        self.asked: list[Deal] = []
        self.fails = False
        self.failure: type[NotSolved] = NotSolved

    def solve(self, deal: Deal) -> DealSolution:
        self.asked.append(deal)
        if self.fails:
            raise self.failure("it is tired")
        return DealSolution(deal.opening.table.score, False, (), VERSION)


@pytest.fixture
def solver(monkeypatch: pytest.MonkeyPatch) -> Solver:
    solver = Solver()
    monkeypatch.setattr(find_par, "solve_deal", solver.solve)
    return solver


@pytest.fixture
def solve_all(db: None) -> Callable[[], None]:
    """Does what is due, and then the jobs of the solvers."""

    def solve_all() -> None:
        do_all_due()
        do_all_ready(SOLVING)

    return solve_all
