"""The follower that lists the rounds of certified competitions as due, and the job that rates them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db.models import Q
from django_tasks import task

from ..jobs.backlogs import Backlog
from ..jobs.workers import RATINGS
from ..ledger.follower import EventRow, Follower
from ..models import Act, Play, RatedRound
from .rated_rounds import add_certified_rounds


def rate_certified(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """Have the rounds of a competition rated once it is certified."""
    if any(isinstance(row, Act) and row.act == "certify" for row in rows) and add_certified_rounds(
        competition_id
    ):
        BACKLOG.ask()


FOLLOWER: Final = Follower("ratings", rate_certified, of=Q(play=Play.SEALED), acts_alone=True)


@task(queue_name=RATINGS)
def rate() -> None:
    """Rate due rounds of all games, one slice of time."""
    # Imported here: the library of ratings would delay every start.
    from .rate_rounds import rate_due

    BACKLOG.work_off(rate_due)


BACKLOG: Final = Backlog("ratings", RatedRound.objects.filter(due=True), rate)
