"""`manage.py site` goes through all faults of a site in one run, with a rolling restart before and after.

Clients and a browser stay in their games. The clock that jumps is that of every Python process of the site.
The disk that is full is that of PostgreSQL, if this machine can make a small one. SQLite has one process, so
its disk has a test of its own.
"""

import contextlib
import os
import signal
import subprocess
import tempfile
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Playwright, expect, sync_playwright
from pytest_django import DjangoDbBlocker

from competitions.models import Attempt
from evendeal import Client
from tests.clients.pages import fetch
from tests.config.site.test_whole_site import Trial, tried
from tests.frontend.browser.hands import expect_moves, make_move
from tests.frontend.browser.players import take_a_seat
from tests.servers.daphne import ROOT
from tests.waiting import until

from .crowd import Crowd
from .parts import Site
from .test_clock import HOUR_S, set_fast
from .test_processes import kill_in_the_middle_of_a_job
from .test_readers import all_read_on, reader
from .test_redis import GONE_S

pytestmark = [
    pytest.mark.faults,
    pytest.mark.timeout(1_800),
    pytest.mark.filterwarnings("default:PostgreSQL's disk was not filled"),
]

AWAY_S = 5.0
DISK = "600m"
"""How large the disk of PostgreSQL is."""


@contextlib.contextmanager
def small_disk() -> Iterator[Path | None]:
    """A disk of its own, which is soon full; None if this machine does not let us make one."""
    folder = Path(tempfile.mkdtemp(prefix="evendeal-disk-"))
    # Everybody may write there: PostgreSQL runs as another user than root.
    mount = ["mount", "-t", "tmpfs", "-o", f"size={DISK},mode=1777", "none", folder]
    made = os.geteuid() == 0 and subprocess.run(mount, capture_output=True, check=False).returncode == 0
    try:
        yield folder if made else None
    finally:
        if made:
            subprocess.run(["umount", folder], check=True)
        folder.rmdir()


@dataclass
class Run:
    """A site of two web processes under load."""

    trial: Trial
    site: Site
    crowd: Crowd
    clock: Path
    disk: Path | None


def restart_one_by_one(run: Run) -> None:
    for part in ("web-1", "web-2"):
        assert "started" in run.trial.control("restart", part)
        until(partial(run.trial.is_ready, part), f"{part} is never ready again")


def kill(part: str, run: Run, how: signal.Signals = signal.SIGKILL) -> None:
    before = run.trial.pid(part)
    os.kill(before, how)
    until(lambda: run.trial.pid(part) not in (0, before), f"{part} is not started again")


def kill_while_it_works(run: Run) -> None:
    kill_in_the_middle_of_a_job(partial(kill, "worker", run), run.site, run.crowd)


def send_away(part: str, run: Run, away_s: float = AWAY_S) -> None:
    assert "stopped" in run.trial.control("stop", part)
    time.sleep(away_s)
    assert "started" in run.trial.control("start", part)


def hang(part: str, run: Run) -> None:
    process = run.trial.pid(part)
    os.kill(process, signal.SIGSTOP)
    time.sleep(AWAY_S)
    os.kill(process, signal.SIGCONT)


def bring_many_readers(run: Run) -> None:
    all_read_on(run.trial.url, run.crowd)


def set_the_clock(seconds: int, run: Run) -> None:
    """The site goes by the clock that is set: it says so when a newcomer joins."""
    set_fast(run.clock, seconds)
    with Client.as_guest(run.trial.url, f"Ahead by {seconds} s") as newcomer:
        before = time.time()
        joined = datetime.fromisoformat(newcomer.join(run.crowd.open)["joined_at"])
        assert before <= joined.timestamp() - seconds <= time.time()


def fill_the_disk(run: Run) -> None:
    """It stays full until PostgreSQL has complained. Whoever is refused is told to come again."""
    if run.disk is None:
        warnings.warn("PostgreSQL's disk was not filled: mounting a small one needs root", stacklevel=1)
        return
    log, filler = run.trial.folder / "logs" / "postgres.log", run.disk / "filler"
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(1024 * 1024))
    until(lambda: "No space left on device" in log.read_text(), "there is still room")
    assert fetch(run.trial.url, "GET", "/healthz").status == 200
    filler.unlink()
    for part in ("web-1", "web-2"):
        assert 'status="500"' not in fetch(run.trial.url_of(part), "GET", "/metrics").raw.decode()


@pytest.fixture
def playwright() -> Iterator[Playwright]:
    """It ends with this test, and with it the event loop that it keeps in this thread: Django would refuse
    the queries of later tests there."""
    with sync_playwright() as started:
        yield started


@pytest.fixture
def page(playwright: Playwright, browser_type_launch_args: dict[str, Any]) -> Iterator[Page]:
    browser = playwright.chromium.launch(**browser_type_launch_args)
    yield browser.new_page()
    browser.close()


FAULTS: list[Callable[[Run], None]] = [
    restart_one_by_one,
    partial(kill, "web-1"),
    partial(kill, "worker"),
    kill_while_it_works,
    bring_many_readers,
    partial(kill, "redis"),
    partial(send_away, "redis", away_s=GONE_S),
    partial(hang, "redis"),
    partial(kill, "postgres", how=signal.SIGQUIT),
    partial(send_away, "postgres"),
    partial(set_the_clock, HOUR_S),
    partial(set_the_clock, 0),
    fill_the_disk,
    restart_one_by_one,
]


class Seat:
    """A player in a browser, at a sealed round."""

    def __init__(self, page: Page, url: str, crowd: Crowd) -> None:
        self.page, self.made = page, 0
        self.contest = crowd.host.create("In a browser", [{"game": "pyramid"}])["id"]
        round = f"{url}/c/{self.contest}/rounds/1"
        take_a_seat(page.context, round, "Pat Player")
        page.goto(round)
        expect_moves(page, 0)

    def play(self, site: Site) -> None:
        """Make a move, without loading the page again."""
        with site.database():
            attempt = Attempt.objects.get(round__competition=self.contest).pk
        view = self.page.request.get(f"{site.urls[0]}/api/v1/attempts/{attempt}").json()["view"]
        assert view["ply"] == self.made
        make_move(self.page, view["legal"][0])
        self.made += 1
        expect_moves(self.page, self.made)


def test_players_stay_in_their_games(
    tmp_path: Path, page: Page, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # the browser has an event loop in this thread
    expect.set_options(timeout=120_000)
    clock = tmp_path / "clock"
    set_fast(clock, 0)
    # Each process of the site imports this at its start.
    (tmp_path / "sitecustomize.py").write_text("import tests.servers.set_clock\n")
    settings = {
        "WEBHOOK_PRIVATE": "1",
        "TEST_CLOCK": str(clock),
        "PYTHONPATH": os.pathsep.join(map(str, (tmp_path, ROOT))),
    }
    with contextlib.ExitStack() as stack:
        if disk := stack.enter_context(small_disk()):
            settings["TMPDIR"] = str(disk)
        trial = stack.enter_context(tried(tmp_path, settings=settings))
        variables = Path(f"/proc/{trial.pid('web-1')}/environ").read_text().split("\0")
        database = dict(each.split("=", 1) for each in variables if each)["DATABASE_URL"]
        site = Site(database, [], [trial.url], django_db_blocker)
        crowd = stack.enter_context(site.under_load())
        run = Run(trial, site, crowd, clock, disk)
        for bytes_a_second in (0, 200):
            stack.enter_context(reader(trial.url, crowd.open, bytes_a_second=bytes_a_second))
        seat = Seat(page, trial.url, crowd)
        for fault in FAULTS:
            seat.play(site)
            fault(run)
            crowd.goes_on()
        seat.play(site)
        with site.database():
            assert Attempt.objects.get(round__competition=seat.contest).ended_at is None
