"""The cast and the clock of the tests of the API."""

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client as DjangoClient
from django.utils import timezone

from tests.clients.rest import Client, through_django


class Clock:
    """The time that the service sees; it stands still until it is moved."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 21, 12, tzinfo=UTC)

    def forward(self, **by: float) -> None:
        self.now += timedelta(**by)

    def after(self, **by: float) -> str:
        """The time so long from now (before now, if negative), written as in a body."""
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
    """A caller without a token, with real commits: for tests with threads."""
    return Client(through_django(DjangoClient()))


@pytest.fixture
def owner(anyone: Client) -> Client:
    """The player who organises."""
    return anyone.guest("Olga Owner")


@pytest.fixture
def rival(anyone: Client) -> Client:
    """A player who plays against the others."""
    return anyone.guest("Ray Rival")


@pytest.fixture
def stranger(anyone: Client) -> Client:
    """A player who has joined nothing."""
    return anyone.guest("Sam Stranger")


@pytest.fixture
def crowd(anyone: Client) -> Callable[[Sequence[str]], list[Client]]:
    """Guests of these names."""
    return lambda names: [anyone.guest(name) for name in names]


@pytest.fixture
def draft(owner: Client) -> dict[str, Any]:
    return owner.create(draft=True, rounds=[{"game": "wish"}])
