"""The follower that appends commitments and notes certified rounds, and the job that appends results."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import F
from django_tasks import task

from ...embargo.visibility import viewpoint
from ...jobs.backlogs import Backlog
from ...jobs.workers import FIRST, RATINGS
from ...ledger.follower import EventRow, Follower
from ...models import Act, CertifiedRound, Competition, StateChange
from .append_leaves import append, append_due
from .leaves import commitment_leaf

CHANGING: Final = frozenset({"certify", "disqualify", "reinstate"})
"""The acts that change certified results: to certify them, and afterwards the acts that a ban makes."""


def note_published(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """Append the commitments that are published in a competition, and let its results be appended once it is
    certified; again if a ban has changed them."""
    acts = {row.act for row in rows if isinstance(row, Act)}
    moments = [row.at for row in rows if isinstance(row, StateChange)]
    if not acts and not moments:
        return
    competition = Competition.objects.get(pk=competition_id)
    # Another process's clock, which may be ahead of this one's, has opened it.
    seen = viewpoint(competition, None, max([now, *moments]))
    rounds = competition.rounds_in_order
    append([commitment_leaf(competition, round) for round in rounds if seen.commitment(round) is not None])
    if competition.certified_at is not None and not acts.isdisjoint(CHANGING):
        with transaction.atomic():
            noted = CertifiedRound.objects.filter(round__competition=competition)
            noted.update(due=True, up_to=0, version=F("version") + 1)
            CertifiedRound.objects.bulk_create(
                [CertifiedRound(round=round) for round in rounds], ignore_conflicts=True
            )
    BACKLOG.ask()


FOLLOWER: Final = Follower("history", note_published, acts_alone=True)


@task(queue_name=RATINGS, priority=FIRST)
def append_results() -> None:
    """Append the results of what is due for a while."""
    BACKLOG.work_off(append_due)


BACKLOG: Final = Backlog("history", CertifiedRound.objects.filter(due=True), append_results)
