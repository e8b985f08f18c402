"""The follower that notes rounds to be solved, and the job that solves their deals."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from django_tasks import task

from ...embargo.visibility import viewpoint
from ...jobs.backlogs import Backlog
from ...jobs.workers import FIRST, SOLVING
from ...ledger.follower import EventRow, Follower
from ...models import Competition, Round, SolvedRound, StateChange
from .find_par import find_due
from .separate_process import one_at_a_time


def note_closed(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """Let the par of rounds be found once they are closed for everyone."""
    if rounds := rounds_to_solve(competition_id, rows, now):
        SolvedRound.objects.bulk_create([SolvedRound(round=round) for round in rounds], ignore_conflicts=True)
        BACKLOG.ask()


def rounds_to_solve(competition_id: str, rows: Sequence[EventRow], now: datetime) -> list[Round]:
    """The rounds of a competition of which a solver may be asked, after these rows of its ledger."""
    if not rows:
        return []
    moments = [row.at for row in rows if isinstance(row, StateChange)]
    competition = Competition.objects.get(pk=competition_id)
    # Another process's clock, which may be ahead of this one's, has closed it.
    seen = viewpoint(competition, None, max([now, *moments]))
    return [round for round in competition.rounds_in_order if seen.may_be_solved(round)]


FOLLOWER: Final = Follower("par", note_closed, acts_alone=True)


@task(queue_name=SOLVING, priority=FIRST)
def find_pars() -> None:
    """Solve what is due for a while."""
    BACKLOG.work_off(one_at_a_time(find_due))


BACKLOG: Final = Backlog("par", SolvedRound.objects.filter(due=True), find_pars)
