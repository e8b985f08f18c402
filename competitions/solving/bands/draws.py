"""Drawing deals until one keeps the promise (lies in the band) that an organiser has requested.

A separate process solves a batch of deals, and returns only which of them is the first in the band. What the
solver found about that deal is not stored, and the seeds of the others are dropped. A batch is always solved
whole, and its result is published after whole minutes. So the time does not reveal how long one deal took to
solve. After each batch, other searches have their turn.
"""

import json
from datetime import datetime, timedelta
from math import ceil, inf
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from ...jobs.due_rows import Searches
from ...models import Deal, SoughtDeal
from ...models.deals import random_seed
from ..par.separate_process import LONGEST_S, ask_solver

MOST: Final = 200
"""The greatest number of deals that one search draws. If none of them lies in the band, the search fails."""

AT_A_TIME: Final = 20
"""The number of deals in a batch, which one process solves."""

LEASED_FOR: Final = timedelta(seconds=LONGEST_S + 30)
"""How long a worker leases a search. That is enough for one batch."""

TOLD_EVERY: Final = timedelta(minutes=1)

DEALS: Final = Searches(
    SoughtDeal.objects.select_related("deal"),
    whose=("asker",),
    order=("asked_at", "deal_id"),
    leased_for=LEASED_FOR,
)


def open_searches() -> "QuerySet[SoughtDeal]":
    """Return the searches without a result."""
    return DEALS.rows.filter(due=True, deal__told_at=None)


def draw_due(end: float = inf) -> bool:
    """Draw at least one batch for due searches, and more until `time.monotonic()` reaches `end`. Return True
    if no search is left to lease, False if some are left or the worker must stop."""
    for sought in DEALS.given_up():
        store_result(sought, None)
    return DEALS.search(draw_batch, store_batch, end)


def draw_batch(sought: SoughtDeal) -> str | None:
    """Draw a batch of deals, and return the seed of one in the band. Return None if this batch has no such
    deal, or if the search has a result already. Raises NotSolved if a solver fails, and ToldToStop if this
    worker must stop."""
    if sought.deal.told_at is not None:
        return None
    seeds = [random_seed() for _ in range(AT_A_TIME)]
    place = _index_in_band(sought.deal, seeds)
    return None if place is None else seeds[place]


def store_batch(sought: SoughtDeal, seed: str | None) -> None:
    """If this batch found a deal, if `MOST` deals are drawn, or if the search has a result already, end the
    search. Otherwise, make the next batch due."""
    deals_drawn = sought.deals_drawn + AT_A_TIME
    if seed is None and sought.deal.told_at is None and deals_drawn < MOST:
        SoughtDeal.objects.filter(pk=sought.pk).update(deals_drawn=deals_drawn)
        DEALS.let_go(sought)
    else:
        store_result(sought, seed)


def _index_in_band(deal: Deal, seeds: list[str]) -> int | None:
    question = {"game": deal.game_slug, "rules": deal.rules, "band": deal.band, "seeds": seeds}
    place: int | None = json.loads(ask_solver("solvers.bands", question))
    return place


def store_result(sought: SoughtDeal, seed: str | None) -> None:
    """Store the result of a search, unless a result is stored. `seed` is None if the search failed. The
    result is published a whole number of minutes after the request. Until then, the row of the search stays,
    and counts for its asker. After that time a job leases the row again, and this function deletes it.

    Only drafts get a deal, because published rounds keep their cards.
    """
    told_at = result_moment(sought.asked_at, timezone.now())
    row = SoughtDeal.objects.filter(pk=sought.pk)
    drafts = Deal.objects.filter(round__competition__published_at=None)
    asked = drafts.filter(pk=sought.pk, seed="", told_at=None)
    with transaction.atomic():
        # The search's row is locked before the deal's row, as it is where a deal is deleted. Another order
        # could cause a deadlock.
        if row.update(free_at=told_at) and not asked.update(seed=seed or "", told_at=told_at):
            row.delete()


def result_moment(asked_at: datetime, now: datetime) -> datetime:
    """When a result is published. That is a whole number of minutes after the request.

    >>> noon = datetime(2026, 11, 21, 12)
    >>> [f"{result_moment(noon, noon + timedelta(seconds=late)):%H:%M}" for late in (-5, 0, 7, 60, 61)]
    ['12:01', '12:01', '12:01', '12:01', '12:02']
    """
    return asked_at + max(1, ceil((now - asked_at) / TOLD_EVERY)) * TOLD_EVERY
