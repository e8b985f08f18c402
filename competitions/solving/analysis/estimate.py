"""How long analyses take, estimated from how many wait and how long the last ones took."""

from math import ceil
from statistics import median
from typing import Final

from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from ...models import AnalysedLog, Round
from .analyse_games import MOST_PLAYERS, OF_SMALL_CONTESTS
from .analysis_requests import find_analyses

JOBS: Final = 20
"""How many jobs the estimate looks at. Nearly each analyses one game, since a game takes longer than the
slice of a job."""

USUAL_S: Final = 30.0
"""Seconds a game takes if none was analysed lately."""

LONGEST_S: Final = 300.0
"""No solver takes longer: such a job waited for others, or for a worker."""


def minutes_to_analyse(round: Round) -> int:
    """In about how many minutes the games of a round are analysed, waiting or requested now; at least one."""
    waiting = AnalysedLog.objects.filter(due=True)
    if round.competition.entrants <= MOST_PLAYERS:
        waiting = waiting.filter(OF_SMALL_CONTESTS)
    return ceil(max(1, waiting.count()) * _usual_seconds() / 60)


def _usual_seconds() -> float:
    """Seconds that a game takes: a job is enqueued at the end of the one before, and ends with its own
    game."""
    ended = DBTaskResult.objects.filter(
        task_path=find_analyses.module_path, status=TaskResultStatus.SUCCESSFUL
    ).order_by("-finished_at")
    moments = ended.values_list("enqueued_at", "finished_at")[:JOBS]
    took = [(end - begun).total_seconds() for begun, end in moments if end]
    return min(median(took), LONGEST_S) if took else USUAL_S
