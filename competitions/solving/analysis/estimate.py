"""How long analyses will take. The estimate uses the number of waiting games, and the time that the last jobs
took."""

from math import ceil
from statistics import median
from typing import Final

from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from ...models import AnalysedLog, Round
from .analyse_games import MOST_PLAYERS, OF_SMALL_CONTESTS
from .analysis_requests import find_analyses

JOBS: Final = 20
"""How many of the last jobs the estimate is made from. Nearly every job analyses exactly one game, so the
time of a job is the time of a game."""

USUAL_S: Final = 30.0
"""The seconds that a game is estimated to take, if no game was analysed lately."""

LONGEST_S: Final = 300.0
"""The greatest number of seconds that counts for a game. No solver may use more processor time, so a longer
job has waited for a worker, another job or other processes."""


def minutes_to_analyse(round: Round) -> int:
    """About how many minutes pass (at least 1) until the games of a round are analysed, even if they are
    requested only now. For a small contest, only the waiting games of small contests count, because they are
    preferred. For any other contest, all waiting games count."""
    waiting = AnalysedLog.objects.filter(due=True)
    if round.competition.entrants <= MOST_PLAYERS:
        waiting = waiting.filter(OF_SMALL_CONTESTS)
    return ceil(max(1, waiting.count()) * _usual_seconds() / 60)


def _usual_seconds() -> float:
    """Return the seconds that a game usually takes: the median over the last jobs, from enqueueing to end. A
    job is usually enqueued when the job before it ends, so it hardly waits before its own game."""
    ended = DBTaskResult.objects.filter(
        task_path=find_analyses.module_path, status=TaskResultStatus.SUCCESSFUL
    ).order_by("-finished_at")
    moments = ended.values_list("enqueued_at", "finished_at")[:JOBS]
    took = [(end - begun).total_seconds() for begun, end in moments if end]
    return min(median(took), LONGEST_S) if took else USUAL_S
