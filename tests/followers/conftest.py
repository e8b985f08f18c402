"""Followers of a test instead of the site's, and contests in whose ledgers stands what the test says."""

from collections.abc import Callable, Sequence
from datetime import datetime
from itertools import count
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from competitions import followers
from competitions.ledger.acts import record_act
from competitions.ledger.follower import EventRow, Follower
from competitions.ledger.ledger import hold
from competitions.models import Act, Competition, Player
from tests.competitions.conftest import anyone, clock, crowd, owner, rival, stranger

__all__ = ["anyone", "clock", "crowd", "owner", "rival", "stranger"]


class Taker:
    """Takes what happens, and fails where it is told to."""

    def __init__(self, name: str, **more: Any) -> None:
        self.follower = Follower(name, self.take, **more)
        self.rows: list[EventRow] = []
        """All that it has taken, as often as it did."""
        self.taken: dict[str, list[int]] = {}
        """The numbers of the same, by competition."""
        self.calls = 0
        self.fails_at: set[int] = set()

    def take(self, competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
        self.calls += 1
        numbers = [row.event or 0 for row in rows]
        if self.fails_at & set(numbers):
            raise ValueError("a secret card")
        self.rows += rows
        self.taken.setdefault(competition_id, []).extend(numbers)


@pytest.fixture
def follow(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Taker]:
    """Adds one more follower of the test, the first of which takes the place of the site's."""
    takers: list[Taker] = []

    def follow(name: str = "taker", **more: Any) -> Taker:
        takers.append(Taker(name, **more))
        monkeypatch.setattr(followers, "FOLLOWERS", [each.follower for each in takers])
        return takers[-1]

    return follow


_names = count(1)


def contest(events: int = 0) -> Competition:
    """A draft in which so much has happened, written without the ledger's help. No states come between."""
    now = timezone.now()
    name = f"Organiser {next(_names)}"
    organiser = Player.objects.create(name=name, look=name, shape=name, created_at=now)
    about = {"access": "public", "play": "open", "attempts": 1, "counts": "best"}
    made = Competition.objects.create(
        name="Friday",
        organiser=organiser,
        created_at=now,
        events=events,
        has_news=events > 0,
        **about,
    )
    acts = [Act(competition=made, staff="Sam", act="share", at=now, event=n + 1) for n in range(events)]
    Act.objects.bulk_create(acts)
    return made


def happens(competition: Competition, times: int = 1) -> None:
    """Something more happens."""
    for _ in range(times):
        with transaction.atomic():
            record_act(hold(competition.pk), act="share", staff="Sam", at=timezone.now())
