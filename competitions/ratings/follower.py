"""The follower that notes the rounds of certified competitions, and the job that rates them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db.models import Q
from django_tasks import task

from ..jobs.backlogs import Backlog
from ..jobs.workers import RATINGS
from ..ledger.follower import EventRow, Follower
from ..models import Act, Play, RatedRound
from .rated_rounds import note_certified


def count_certified(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """Let the rounds of a competition be rated once it is certified."""
    if any(isinstance(row, Act) and row.act == "certify" for row in rows) and note_certified(competition_id):
        BACKLOG.ask()


FOLLOWER: Final = Follower("ratings", count_certified, of=Q(play=Play.SEALED), acts_alone=True)


@task(queue_name=RATINGS)
def rate() -> None:
    """Rate what is due at all games for a while."""
    # Here, because no start is to wait for the library of ratings.
    from .rate_rounds import rate_due

    BACKLOG.work_off(rate_due)


BACKLOG: Final = Backlog("ratings", RatedRound.objects.filter(due=True), rate)
