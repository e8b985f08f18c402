"""Followers are not at work in this process: what has happened is told by the test."""

from collections.abc import Callable

import pytest
from django.utils import timezone

from competitions.ledger.event_rows import rows_between
from competitions.models import Competition
from competitions.proofs.history.append_leaves import append_due
from competitions.proofs.history.follower import append_published
from tests.competitions.conftest import anyone, clock, owner, rival, stranger

__all__ = ["anyone", "clock", "owner", "rival", "stranger"]


@pytest.fixture
def follow() -> Callable[[], None]:
    """Tells the follower of the history all that has happened, one event after the other; does its job."""

    def follow() -> None:
        for competition_id, events in Competition.objects.order_by("pk").values_list("pk", "events"):
            for event in range(events):
                rows = rows_between(competition_id, event, event + 1)
                append_published(competition_id, rows, timezone.now())
        append_due()

    return follow
