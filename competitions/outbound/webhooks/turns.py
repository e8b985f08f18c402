"""Turns of webhooks. An account with many or slow webhooks does not delay the webhooks of others.

Jobs lease (reserve) only a few webhooks of one account at once, and only a few that post to one host. The
next turn goes to the account whose last turn was longest ago, and to the webhook of that account that waited
longest. So accounts take turns, however many webhooks each has. The jobs for slow receivers have a queue and
workers of their own, so they do not delay the jobs for quick ones.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from django.db.models import Count, F, Max, OuterRef, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber

from ...jobs.due_rows import DueRows
from ...models import Hook

AT_A_TIME: Final = 100
"""How many webhooks are read at most to find one that can be leased."""


@dataclass(frozen=True)
class Lane(DueRows[Hook]):
    """The webhooks of quick receivers, or those of slow receivers. Each lane has jobs of its own."""

    slow: bool = False
    at_work: int = 1
    """How many webhooks of one account, and how many webhooks to one host, may be leased at once. Processes
    that lease at the same moment may each lease one more."""
    leased_for: timedelta = timedelta(minutes=1)

    def due(self, now: datetime) -> "QuerySet[Hook]":
        return Hook.objects.due(now).filter(slow=self.slow)

    def free(self, now: datetime) -> "QuerySet[Hook]":
        """The free webhooks whose account and host have fewer leased webhooks than allowed in this lane."""
        free = super().free(now)
        free = free.exclude(competition__organiser__in=self._busy("competition__organiser", now))
        return free.exclude(receiver__in=self._busy("receiver", now))

    def candidates(self, now: datetime) -> Iterator[Hook]:
        """Yield at most one webhook of each account and of each host, starting with the account whose last
        turn was longest ago."""
        theirs = Hook.objects.filter(competition__organiser=OuterRef("competition__organiser")).order_by()
        last_turns = theirs.values("competition__organiser").annotate(at=Max("turn_at")).values("at")
        waited_longest = F("turn_at").asc(nulls_first=True), "pk"
        place = Window(RowNumber(), partition_by="competition__organiser", order_by=waited_longest)
        found = self.free(now).annotate(place=place, last_turn=Subquery(last_turns)).filter(place=1)
        first_of_host: dict[str, Hook] = {}
        for hook in found.order_by(F("last_turn").asc(nulls_first=True), *waited_longest)[:AT_A_TIME]:
            first_of_host.setdefault(hook.receiver, hook)
        yield from first_of_host.values()

    def marks(self, now: datetime) -> Mapping[str, object]:
        return {"turn_at": now}

    def _busy(self, whose: str, now: datetime) -> "QuerySet[Hook, Any]":
        """The accounts or the hosts, depending on the column `whose`, that already have as many leased
        webhooks as allowed."""
        leased = Hook.objects.filter(free_at__gt=now, free_at__lte=now + self.leased_for, error="")
        counted = leased.filter(slow=self.slow).order_by().values(whose).annotate(many=Count("pk"))
        busy: QuerySet[Hook, Any] = counted.filter(many__gte=self.at_work).values(whose)
        return busy


QUICK: Final = Lane(Hook.objects.all(), slow=False, at_work=2)

SLOW: Final = Lane(Hook.objects.all(), slow=True, at_work=1)
