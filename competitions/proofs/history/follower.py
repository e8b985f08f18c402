"""The follower of the history. It appends commitments itself. It makes certified rounds due, and a job then
appends their results."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django.db import transaction
from django_tasks import task

from ...embargo.visibility import viewpoint
from ...jobs.due_rows import make_due_again
from ...jobs.work import Work
from ...jobs.workers import FIRST, RATINGS
from ...ledger.follower import EventRow, Follower
from ...models import Act, CertifiedRound, Competition, StateChange
from .append_leaves import ROUNDS, append, append_due
from .leaves import commitment_leaf

CHANGING: Final = frozenset({"certify", "disqualify", "reinstate"})
"""The acts after which a certified competition's results are appended: certifying,
disqualifying a player who is banned, and reinstating the player after the ban."""


def append_published(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """Append newly published commitments. Make the rounds of a certified competition due, so that a job
    appends their results. Make them due again after a ban has changed the results."""
    acts = {row.act for row in rows if isinstance(row, Act)}
    moments = [row.at for row in rows if isinstance(row, StateChange)]
    if not acts and not moments:
        return
    competition = Competition.objects.get(pk=competition_id)
    # The viewpoint is not earlier than the recorded opening. The clock of the process that opened the round
    # may be ahead of this process's clock. By this process's clock alone, the commitment would still be
    # hidden.
    seen = viewpoint(competition, None, max([now, *moments]))
    rounds = competition.rounds_in_order
    append([commitment_leaf(competition, round) for round in rounds if seen.commitment(round) is not None])
    if competition.certified_at is not None and not acts.isdisjoint(CHANGING):
        with transaction.atomic():
            noted = CertifiedRound.objects.filter(round__competition=competition)
            make_due_again(noted, up_to=0)
            CertifiedRound.objects.bulk_create(
                [CertifiedRound(round=round) for round in rounds], ignore_conflicts=True
            )
    WORK.ask()


FOLLOWER: Final = Follower("history", append_published, acts_alone=True)


@task(queue_name=RATINGS, priority=FIRST)
def append_results() -> None:
    """Append the results of due rounds, during one slice of time."""
    WORK.run(append_due)


WORK: Final = Work("history", ROUNDS, append_results)
