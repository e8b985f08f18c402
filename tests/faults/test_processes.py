"""Processes are killed under load, and started again, as whatever runs a site does it."""

import random
import time

import pytest

from .conftest import WholeSite
from .parts import Site

pytestmark = pytest.mark.faults

KILLS = 3


def test_web_processes_are_killed(whole_site: WholeSite) -> None:
    chance = random.Random("web")
    with whole_site.site.under_load() as crowd:
        for number in range(KILLS):
            time.sleep(chance.uniform(0, 0.5))
            whole_site.site.web[number % 2].kill()
            crowd.goes_on()


def test_the_worker_is_killed(whole_site: WholeSite) -> None:
    chance = random.Random("worker")
    with whole_site.site.under_load() as crowd:
        for _ in range(KILLS):
            crowd.goes_on()
            time.sleep(chance.uniform(0, 0.5))
            whole_site.worker.kill()


def test_the_only_process_on_sqlite_is_killed(small_site: Site) -> None:
    chance = random.Random("SQLite")
    with small_site.under_load() as crowd:
        for _ in range(KILLS):
            time.sleep(chance.uniform(0, 0.5))
            small_site.web[0].kill()
            crowd.goes_on()
