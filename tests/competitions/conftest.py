"""The cast and the clock of the tests of the API."""

from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client as DjangoClient
from django.utils import timezone

from competitions.api.resources.players import NewPlayer, NewPlayerResource
from competitions.people.register import register_with_token
from tests.clients.rest import Client, through_django

from .stored import row_counts


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
def unwritten(db: None) -> Iterator[None]:
    """Holds that a test writes no row; it is the last that a test asks for, after what it stands on."""
    before = row_counts()
    yield
    assert row_counts() == before


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
    return _registered(anyone, "Olga Owner")


@pytest.fixture
def rival(anyone: Client) -> Client:
    """A player who plays against the others."""
    return _registered(anyone, "Ray Rival")


@pytest.fixture
def stranger(anyone: Client) -> Client:
    """A player who has joined nothing."""
    return _registered(anyone, "Sam Stranger")


@pytest.fixture
def crowd(anyone: Client) -> Callable[[Sequence[str]], list[Client]]:
    """Players of these names."""
    return lambda names: [_registered(anyone, name) for name in names]


def _registered(anyone: Client, name: str) -> Client:
    """A new player, as `anyone.guest` makes one, by the use case: nearly every test has some."""
    made = NewPlayer(*register_with_token(name=name, bot=False, now=timezone.now()))
    told = NewPlayerResource.of(made)
    return Client(anyone.send, told["token"], told["player"])


@pytest.fixture
def event(owner: Client, rival: Client) -> dict[str, Any]:
    """A contest of the owner's that the rival has joined, with attempts without a limit."""
    event = owner.create_for(rival, attempts=None)
    return event


@pytest.fixture
def draft(owner: Client) -> dict[str, Any]:
    return owner.create(draft=True, rounds=[{"game": "wish"}])
