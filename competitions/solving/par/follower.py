"""The follower that lists closed rounds as due, and the job that solves their deals."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django_tasks import task

from ...embargo.visibility import viewpoint
from ...jobs.work import Work
from ...jobs.workers import FIRST, SOLVING
from ...ledger.follower import EventRow, Follower
from ...models import Competition, Round, SolvedRound, StateChange
from .find_par import ROUNDS, find_due_pars
from .separate_process import one_at_a_time


def add_closed_rounds(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """List the rounds that are now closed for everyone as due, so that a job searches for their par."""
    if rounds := rounds_to_solve(competition_id, rows, now):
        SolvedRound.objects.bulk_create([SolvedRound(round=round) for round in rounds], ignore_conflicts=True)
        WORK.ask()


def rounds_to_solve(competition_id: str, rows: Sequence[EventRow], now: datetime) -> list[Round]:
    """Return those rounds of a competition that may be solved after the events in `rows`; none without
    events."""
    if not rows:
        return []
    moments = [row.at for row in rows if isinstance(row, StateChange)]
    competition = Competition.objects.get(pk=competition_id)
    # The clock of the process that closed the round may be ahead of this process's clock. By this process's
    # clock alone, the round would still be open.
    seen = viewpoint(competition, None, max([now, *moments]))
    return [round for round in competition.rounds_in_order if seen.may_be_solved(round)]


FOLLOWER: Final = Follower("par", add_closed_rounds, acts_alone=True)


@task(queue_name=SOLVING, priority=FIRST)
def find_pars() -> None:
    """Find due pars, during one slice of time."""
    WORK.run(one_at_a_time(find_due_pars))


WORK: Final = Work("par", ROUNDS, find_pars)
