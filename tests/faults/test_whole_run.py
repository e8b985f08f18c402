"""`manage.py site` goes through the faults of a site in one run, with a rolling restart before and after.

Clients and a browser stay in their games. A full disk is a fault of SQLite, and a clock that jumps needs a
process that asks a test's clock: both have tests of their own.
"""

import contextlib
import os
import signal
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Playwright, expect, sync_playwright
from pytest_django import DjangoDbBlocker

from competitions.models import Attempt
from tests.config.site.test_whole_site import Trial, trial
from tests.frontend.browser.hands import expect_moves, make_move
from tests.frontend.browser.players import take_a_seat
from tests.waiting import until

from .crowd import Crowd
from .parts import Site
from .test_readers import reader

__all__ = ["trial"]

pytestmark = [pytest.mark.faults, pytest.mark.timeout(1_800)]

AWAY_S = 5.0


def restart_one_by_one(trial: Trial) -> None:
    for part in ("web-1", "web-2"):
        assert "started" in trial.control("restart", part)
        until(partial(trial.is_ready, part), f"{part} is never ready again")


def kill(part: str, trial: Trial, how: signal.Signals = signal.SIGKILL) -> None:
    before = trial.pid(part)
    os.kill(before, how)
    until(lambda: trial.pid(part) not in (0, before), f"{part} is not started again")


def send_away(part: str, trial: Trial) -> None:
    assert "stopped" in trial.control("stop", part)
    time.sleep(AWAY_S)
    assert "started" in trial.control("start", part)


def hang(part: str, trial: Trial) -> None:
    process = trial.pid(part)
    os.kill(process, signal.SIGSTOP)
    time.sleep(AWAY_S)
    os.kill(process, signal.SIGCONT)


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


FAULTS: list[Callable[[Trial], None]] = [
    restart_one_by_one,
    partial(kill, "web-1"),
    partial(kill, "worker"),
    partial(kill, "redis"),
    partial(send_away, "redis"),
    partial(hang, "redis"),
    partial(kill, "postgres", how=signal.SIGQUIT),
    partial(send_away, "postgres"),
    restart_one_by_one,
]


class Seat:
    """A player in a browser, at a sealed round."""

    def __init__(self, page: Page, url: str, crowd: Crowd) -> None:
        self.page, self.made = page, 0
        self.contest = crowd.host.create("In a browser", [{"game": "wish"}])["id"]
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
    trial: Trial, page: Page, django_db_blocker: DjangoDbBlocker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # the browser has an event loop in this thread
    expect.set_options(timeout=120_000)
    variables = Path(f"/proc/{trial.pid('web-1')}/environ").read_text().split("\0")
    database = dict(each.split("=", 1) for each in variables if each)["DATABASE_URL"]
    site = Site(database, [], [trial.url], django_db_blocker)
    with site.under_load() as crowd, contextlib.ExitStack() as stack:
        for bytes_a_second in (0, 200):
            stack.enter_context(reader(trial.url, crowd.open, bytes_a_second=bytes_a_second))
        seat = Seat(page, trial.url, crowd)
        for fault in FAULTS:
            seat.play(site)
            fault(trial)
            crowd.goes_on()
        seat.play(site)
        with site.database():
            assert Attempt.objects.get(round__competition=seat.contest).ended_at is None
