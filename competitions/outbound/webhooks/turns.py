"""Whose turn it is: an account with many webhooks, or slow ones, does not hold up those of others.

Only a few webhooks of one account have a job at once, and only a few that lead to one host. When a job
ends, the account's next webhook is asked for, behind those of all others: so accounts take turns, however
many webhooks each of them has. Slow receivers wait in a queue of their own, which some workers leave alone.
"""

from datetime import datetime
from typing import Any, Final, NamedTuple

from django.db.models import Count, F, QuerySet, Window
from django.db.models.functions import RowNumber

from ...jobs.workers import SLOW, USUAL
from ...models import Hook

AT_A_TIME: Final = 100
"""How many webhooks are given a turn in one look."""


class Lane(NamedTuple):
    """Webhooks with a queue of their own."""

    slow: bool
    queue: str
    at_work: int
    """How many of one account, and how many that lead to one host, have a job at once. Processes that look
    at the same moment may each give one more."""


LANES: Final = (Lane(False, USUAL, 2), Lane(True, SLOW, 1))


def next_in(lane: Lane, now: datetime) -> list[str]:
    """The webhooks of a lane that are due and have their turn: one of each account that has room, and one for
    each host. It is the account's one whose last turn was the longest ago."""
    waited_longest = F("turn_at").asc(nulls_first=True), "pk"
    due = (
        Hook.objects.due(now)
        .filter(slow=lane.slow)
        .exclude(competition__organiser__in=_busy(lane, "competition__organiser"))
        .exclude(receiver__in=_busy(lane, "receiver"))
    )
    first_of_account = Window(RowNumber(), partition_by="competition__organiser", order_by=waited_longest)
    found = due.annotate(place=first_of_account).filter(place=1).order_by(*waited_longest)
    first_of_host: dict[str, str] = {}
    for pk, receiver in found.values_list("pk", "receiver")[:AT_A_TIME]:
        first_of_host.setdefault(receiver, pk)
    return list(first_of_host.values())


def _busy(lane: Lane, whose: str) -> QuerySet[Hook, Any]:
    """Accounts, or hosts, that have as many webhooks at work as they may."""
    at_work = Hook.objects.filter(slow=lane.slow, job__isnull=False).order_by()
    counted = at_work.values(whose).annotate(many=Count("pk"))
    busy: QuerySet[Hook, Any] = counted.filter(many__gte=lane.at_work).values(whose)
    return busy
