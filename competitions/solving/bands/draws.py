"""Drawing deals until one lies in the band that was asked for.

A process of its own solves a batch of deals and says which is the first in the band. Nobody else ever knows
more of that one, and the seeds of the others are forgotten. A batch is always solved whole, and what came of
it is told after whole minutes: so the time does not say how long it took to solve one deal. After each batch
others have their turn.
"""

import json
from datetime import datetime, timedelta
from math import ceil, inf
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from ...jobs.due_rows import DueRows
from ...models import Deal, SoughtDeal
from ...models.deals import random_seed
from ..par.separate_process import LONGEST_S, ask_apart

MOST: Final = 200
"""How many deals are looked at; if none of them lies in the band, there are few that do."""

AT_A_TIME: Final = 20
"""How many of them are solved in one process."""

TAKEN_FOR: Final = timedelta(seconds=LONGEST_S + 30)
"""How long a worker has a search for itself, for one batch."""

TOLD_EVERY: Final = timedelta(minutes=1)

DEALS: Final = DueRows(
    SoughtDeal.objects.select_related("deal"),
    whose=("asker",),
    order=("asked_at", "deal_id"),
    taken_for=TAKEN_FOR,
)


def still_sought() -> "QuerySet[SoughtDeal]":
    """The deals that are looked for and not found yet."""
    return DEALS.rows.filter(due=True, deal__told_at=None)


def draw_due(end: float = inf) -> bool:
    """Draw deals for those that are looked for, at least one batch, until that moment of the monotonic clock.
    Say whether none is left that a worker could take now."""
    for sought in DEALS.given_up():
        tell(sought, None)
    return DEALS.work_off(draw_batch, note_batch, end)


def draw_batch(sought: SoughtDeal) -> str | None:
    """The seed of a deal in the band; None if there is none in this batch, or if the search has been told
    already. Raises NotSolved and ToldToStop."""
    if sought.deal.told_at is not None:
        return None
    seeds = [random_seed() for _ in range(AT_A_TIME)]
    place = _first_in_band(sought.deal, seeds)
    return None if place is None else seeds[place]


def note_batch(sought: SoughtDeal, seed: str | None) -> None:
    """Let the next batch be drawn, or store what came of the search."""
    deals_drawn = sought.deals_drawn + AT_A_TIME
    if seed is None and sought.deal.told_at is None and deals_drawn < MOST:
        SoughtDeal.objects.filter(pk=sought.pk).update(deals_drawn=deals_drawn)
        DEALS.let_go(sought)
    else:
        tell(sought, seed)


def _first_in_band(deal: Deal, seeds: list[str]) -> int | None:
    question = {"game": deal.game_slug, "rules": deal.rules, "band": deal.band, "seeds": seeds}
    place: int | None = json.loads(ask_apart("solvers.bands", question))
    return place


def tell(sought: SoughtDeal, seed: str | None) -> None:
    """Store what came of a search, once, to be told a whole number of minutes after it was asked for. Until
    then its row stays, is left alone, and counts for its asker; the next call removes it.

    Published rounds keep their cards.
    """
    told_at = moment_to_tell(sought.asked_at, timezone.now())
    row = SoughtDeal.objects.filter(pk=sought.pk)
    drafts = Deal.objects.filter(round__competition__published_at=None)
    asked = drafts.filter(pk=sought.pk, seed="", told_at=None)
    with transaction.atomic():
        # Its row first, as where a deal is deleted: so neither waits for the other with what the other needs.
        if row.update(free_at=told_at) and not asked.update(seed=seed or "", told_at=told_at):
            row.delete()


def moment_to_tell(asked_at: datetime, now: datetime) -> datetime:
    """
    >>> noon = datetime(2026, 11, 21, 12)
    >>> [f"{moment_to_tell(noon, noon + timedelta(seconds=late)):%H:%M}" for late in (-5, 0, 7, 60, 61)]
    ['12:01', '12:01', '12:01', '12:01', '12:02']
    """
    return asked_at + max(1, ceil((now - asked_at) / TOLD_EVERY)) * TOLD_EVERY
