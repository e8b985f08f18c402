"""The simulator finds nothing; and the same seed is the same days, to the last act.

`python3 manage.py test tests/faults/test_simulator.py --days 1000 --seed 7` looks at more days, or at those
of one seed.
"""

import random
from unittest.mock import patch

import pytest
from django.core.management import call_command

from competitions.contests import create
from competitions.ledger import entry_places
from competitions.play import positions
from competitions.standings import standings
from tests.clients.rest import Client
from tests.clients.site import chance
from tests.competitions.conftest import Clock, anyone, clock
from tests.deals import certain_seeds

from .simulation import Simulation

__all__ = ["anyone", "clock"]

A_RUN = 5
"""How many days follow from one seed."""

pytestmark = [pytest.mark.faults, pytest.mark.usefixtures("unlimited")]


@pytest.fixture(autouse=True)
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """What simulated processes remember, nobody else does. The database keeps places of small contests."""
    monkeypatch.setattr(positions, "memory", positions.Memory(positions.REMEMBERED))
    monkeypatch.setattr(standings, "FIELDS", standings.FIELDS)
    monkeypatch.setattr(entry_places, "KEPT_FROM", 3)


def simulated(seed: int, days: int, anyone: Client, clock: Clock) -> list[str]:
    random.seed(seed)
    seeds = certain_seeds()
    with chance(f"simulation {seed}"), patch.object(create, "random_seed", lambda: next(seeds)):
        simulation = Simulation(seed, anyone, clock)
        try:
            for _ in range(days):
                simulation.day()
        except BaseException:
            print(f"seed {seed}", *simulation.trace[-12:], sep="\n")
            raise
        return simulation.trace


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "seed" in metafunc.fixturenames:
        first, days = metafunc.config.getoption("seed"), metafunc.config.getoption("days")
        metafunc.parametrize("seed", range(first, first + max(1, days // A_RUN)))


@pytest.mark.django_db(transaction=True)
def test_nothing_is_lost_on_simulated_days(seed: int, anyone: Client, clock: Clock) -> None:
    simulated(seed, A_RUN, anyone, clock)


@pytest.mark.django_db(transaction=True)
def test_a_seed_is_the_same_days_again(anyone: Client, clock: Clock) -> None:
    first = simulated(0, 1, anyone, clock)
    call_command("flush", interactive=False, verbosity=0)
    clock.now = Clock().now
    assert simulated(0, 1, anyone, clock) == first
