"""The simulator finds nothing; and the same seed is the same days, to the last act.

`python3 manage.py test tests/faults/test_simulator.py --days 5000 --seed 7` looks at more days. `--days 5`
looks at those of one seed in this process, where pytest explains what is wrong.
"""

from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from tests.servers.daphne import environment
from tests.servers.forking import many

from .simulated_site import simulate

A_RUN = 5
"""How many days follow from one seed."""

pytestmark = [pytest.mark.faults, pytest.mark.timeout(0)]


def test_nothing_is_lost_on_simulated_days(
    pytestconfig: pytest.Config, migrated_sqlite: Path, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    first, days = pytestconfig.getoption("seed"), pytestconfig.getoption("days")
    if days <= A_RUN:
        with django_db_blocker.unblock():
            simulate(first, days, migrated_sqlite)
        return
    with many(environment({"DATA_DIR": str(tmp_path)})) as processes:
        seeds = range(first, first + days // A_RUN)
        for run in [processes.submit(simulate, seed, A_RUN, migrated_sqlite) for seed in seeds]:
            run.result()


def test_a_seed_is_the_same_days_in_another_process(
    migrated_sqlite: Path, tmp_path: Path, django_db_blocker: DjangoDbBlocker
) -> None:
    with many(environment({"DATA_DIR": str(tmp_path)})) as processes:
        there = processes.submit(simulate, 0, 2, migrated_sqlite)
        with django_db_blocker.unblock():
            here = simulate(0, 2, migrated_sqlite)
        assert there.result() == here
