"""The follower that notes rounds to be filed, and the job that files their results."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django.db.models import F
from django_tasks import task

from ...embargo.visibility import viewpoint
from ...jobs.backlogs import Backlog
from ...jobs.workers import RATINGS
from ...ledger.follower import EventRow, Follower
from ...models import Competition, FiledRound, StateChange
from ...proofs.history.follower import BACKLOG as history
from .filed_results import file_due


def note_filed(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """Let the results of rounds be filed once nothing of them is hidden, and again after an act or a late
    result, by which others may count."""
    if not rows:
        return
    others_count = any(not isinstance(row, StateChange) for row in rows)
    competition = Competition.objects.get(pk=competition_id)
    seen = viewpoint(competition, None, now)
    rounds = [round for round in competition.rounds_in_order if seen.may_be_filed(round)]
    with transaction.atomic():
        if others_count:
            noted = FiledRound.objects.filter(round__competition=competition)
            noted.update(due=True, up_to="", version=F("version") + 1)
        FiledRound.objects.bulk_create([FiledRound(round=round) for round in rounds], ignore_conflicts=True)
    BACKLOG.ask()


FOLLOWER: Final = Follower("careers", note_filed, acts_alone=True)


@task(queue_name=RATINGS)
def file_results() -> None:
    """File the results of what is due for a while."""
    BACKLOG.work_off(file_due)


BACKLOG: Final = Backlog("careers", FiledRound.objects.filter(due=True), file_results, comes_after=history)
"""What proves a result comes before what is told of its player."""
