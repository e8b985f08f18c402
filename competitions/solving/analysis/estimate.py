"""How long it takes until games are analysed, by how many wait and how long the last ones took."""

from math import ceil
from statistics import median
from typing import Final

from django_tasks import TaskResultStatus
from django_tasks_db.models import DBTaskResult

from ...models import AnalysedLog, Round
from .analyse_games import MOST_PLAYERS, OF_SMALL_CONTESTS
from .analysis_requests import find_analyses

LAST: Final = 20
"""How many jobs are looked at. Nearly each analyses one game, as a game takes longer than a job has."""

USUAL_S: Final = 30.0
"""How long a game takes where none was analysed lately."""

LONGEST_S: Final = 300.0
"""More than that is no solver at work: the job waited for others, or for a worker."""


def minutes_to_analyse(round: Round) -> int:
    """In about how many minutes the games of a round are analysed that wait or are asked for now, at least
    one minute."""
    waiting = AnalysedLog.objects.filter(due=True)
    if round.competition.entrants <= MOST_PLAYERS:
        waiting = waiting.filter(OF_SMALL_CONTESTS)
    return ceil(max(1, waiting.count()) * _usual_seconds() / 60)


def _usual_seconds() -> float:
    """How long a game takes: a job is asked for at the end of the one before, and ends with its own game."""
    ended = DBTaskResult.objects.filter(
        task_path=find_analyses.module_path, status=TaskResultStatus.SUCCESSFUL
    ).order_by("-finished_at")
    moments = ended.values_list("enqueued_at", "finished_at")[:LAST]
    took = [(end - begun).total_seconds() for begun, end in moments if end]
    return min(median(took), LONGEST_S) if took else USUAL_S
