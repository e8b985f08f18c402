"""The follower that makes a competition's webhooks due when an event has happened in it."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Exists, F, OuterRef
from django.db.models.functions import Greatest

from ...ledger.follower import EventRow, Follower
from ...models import Hook
from .jobs import ask_for_delivery


def wake(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """Make the webhooks of a competition due. The job that delivers finds which events each webhook gets
    (`organiser_events`)."""
    newest = max((row.event or 0 for row in rows), default=0)
    Hook.objects.filter(competition=competition_id).update(happened=Greatest(F("happened"), newest))
    ask_for_delivery()


FOLLOWER = Follower("webhooks", wake, of=Exists(Hook.objects.filter(competition=OuterRef("pk"))))
