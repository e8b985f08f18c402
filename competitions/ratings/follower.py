"""The follower that makes the rounds of certified competitions due, and the job that rates them."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db.models import Q, QuerySet
from django_tasks import task

from ..jobs.due_rows import DueRows
from ..jobs.work import Work
from ..jobs.workers import RATINGS
from ..ledger.follower import EventRow, Follower
from ..models import Act, Play, RatedRound
from .rated_rounds import add_certified_rounds


def rate_certified(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """Make a competition's rounds due for rating if `rows` contain the act that certifies the competition."""
    if any(isinstance(row, Act) and row.act == "certify" for row in rows) and add_certified_rounds(
        competition_id
    ):
        WORK.ask()


FOLLOWER: Final = Follower("ratings", rate_certified, of=Q(play=Play.SEALED), acts_alone=True)


@task(queue_name=RATINGS)
def rate() -> None:
    """Rate due rounds of all games, during one slice of time."""
    # This is imported here, since importing the library of ratings would delay the start of every process.
    from .rate_rounds import rate_due

    WORK.run(rate_due)


class RoundsInOrder(DueRows[RatedRound]):
    """The rounds that are due for rating. Jobs do not lease them, since rounds are rated in one fixed order.
    Two jobs at once do no harm, since both store the same ratings."""

    def due(self, now: datetime) -> "QuerySet[RatedRound]":
        return self.rows.filter(due=True)

    free = due

    def failing(self, now: datetime) -> "QuerySet[RatedRound]":
        return self.rows.none()


WORK: Final = Work("ratings", RoundsInOrder(RatedRound.objects.all()), rate, look_every_s=600.0)
