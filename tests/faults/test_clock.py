"""The clock of the machine is set an hour forward and an hour back under load: all play and watch on.

It is not set back to before a contest opened: then nobody may play yet, whatever was before.
"""

from pathlib import Path

import pytest
from pytest_django import DjangoDbBlocker

from competitions.jobs.workers import SOLVING

from .parts import Site, web_process

pytestmark = pytest.mark.faults

HOUR_S = 3600


def set_fast(clock: Path, seconds: int) -> None:
    """Set the clock of `TEST_CLOCK` so many seconds fast: at once, so that nobody reads half of it."""
    later = clock.with_suffix(".later")
    later.write_text(str(seconds))
    later.replace(clock)


def test_the_clock_jumps(sqlite_url: str, tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> None:
    clock = tmp_path / "clock"
    set_fast(clock, 0)
    settings = {"DATA_DIR": str(tmp_path), "DATABASE_URL": sqlite_url, "TEST_CLOCK": str(clock)}
    web, url = web_process(tmp_path, settings, (SOLVING,), "tests.servers.clock:application")
    web.start()
    try:
        with Site(sqlite_url, [web], [url], django_db_blocker).under_load() as crowd:
            for fast_s in (HOUR_S, 0, HOUR_S, 0):
                set_fast(clock, fast_s)
                crowd.goes_on()
    finally:
        web.stop()
