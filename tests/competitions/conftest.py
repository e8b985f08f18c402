"""The cast, the clock, and the kit of the tests of the API."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier
from types import SimpleNamespace
from typing import Any

import pytest
from django.apps import apps
from django.db import connections
from django.test import Client as DjangoClient
from django.utils import timezone

from tests.clients.contests import VECTORS, contest, golden, golden_round, moves_scoring
from tests.clients.rest import Answer, Client, check, through_django


def rows() -> dict[str, int]:
    """How many rows each table of ours holds."""
    return {
        model.__name__: model.objects.count() for model in apps.get_app_config("competitions").get_models()
    }


def contents() -> dict[str, list[tuple[Any, ...]]]:
    """Every row of ours, table by table: that nothing has changed, whatever it might have been."""
    return {
        model.__name__: list(model.objects.order_by("pk").values_list())
        for model in apps.get_app_config("competitions").get_models()
    }


@pytest.fixture
def kit() -> SimpleNamespace:
    """Bodies, golden logs and counts, for tests of every file."""
    return SimpleNamespace(
        Client=Client,
        check=check,
        Answer=Answer,
        contest=contest,
        golden=golden,
        golden_round=golden_round,
        moves_scoring=moves_scoring,
        rows=rows,
        contents=contents,
        at_once=at_once,
        VECTORS=VECTORS,
    )


class Clock:
    """The time that the service sees; it stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 21, 12, tzinfo=UTC)

    def forward(self, **by: float) -> None:
        self.now += timedelta(**by)

    def after(self, **by: float) -> str:
        """A moment from now (before it, if negative), as a body says it."""
        return (self.now + timedelta(**by)).isoformat()


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    return clock


@pytest.fixture
def anyone(db: None) -> Client:
    """A caller without a token."""
    return Client(through_django(DjangoClient()))


@pytest.fixture
def committed(any_database: str) -> Client:
    """A caller without a token, on SQLite and on PostgreSQL, with real commits: for tests with threads."""
    return Client(through_django(DjangoClient()))


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """What the acts give, each done in a thread of its own, all set going together."""
    start = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        start.wait()
        try:
            return act()
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(acts)) as pool:
        return [done.result() for done in [pool.submit(run, act) for act in acts]]


@pytest.fixture
def owner(anyone: Client) -> Client:
    """Who organises."""
    return anyone.guest("Olga Owner")


@pytest.fixture
def rival(anyone: Client) -> Client:
    """Who plays against whoever else plays."""
    return anyone.guest("Ray Rival")


@pytest.fixture
def stranger(anyone: Client) -> Client:
    """A player who has joined nothing."""
    return anyone.guest("Sam Stranger")


@pytest.fixture
def crowd(anyone: Client) -> Callable[[Sequence[str]], list[Client]]:
    """Guests of these names."""
    return lambda names: [anyone.guest(name) for name in names]
