"""How far the analysis of a game is: not requested, waiting, under way, done or given up."""

from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from django.db.models import Count, Q

from ...models import AnalysedLog, Log
from .estimate import minutes_to_analyse


class AnalysisState(StrEnum):
    UNASKED = "unasked"
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    GIVEN_UP = "given_up"


class AnalysisProgress(NamedTuple):
    state: AnalysisState
    minutes: int
    """About how many minutes pass until a waiting analysis is done; 0 in every other state."""
    done: int
    """How many games of the round are analysed; 0 unless this analysis waits or is under way."""
    games: int
    """How many games of the round are analysed or wait to be analysed; 0 in the same cases as `done`."""


def progress_of(log: Log, now: datetime) -> AnalysisProgress:
    """The progress of the analysis of a log. Call this only if the viewer may have the analysis."""
    state = _state(AnalysedLog.objects.filter(pk=log.pk).first(), now)
    if state not in (AnalysisState.WAITING, AnalysisState.RUNNING):
        return AnalysisProgress(state, 0, 0, 0)
    of_round = AnalysedLog.objects.filter(Q(found__isnull=False) | Q(due=True), log__round=log.round_id)
    counts = of_round.aggregate(games=Count("pk"), done=Count("pk", filter=Q(found__isnull=False)))
    minutes = minutes_to_analyse(log.round) if state == AnalysisState.WAITING else 0
    return AnalysisProgress(state, minutes, counts["done"], counts["games"])


def _state(analysed: AnalysedLog | None, now: datetime) -> AnalysisState:
    if analysed is None:
        return AnalysisState.UNASKED
    if analysed.found is not None:
        return AnalysisState.DONE
    if not analysed.due:
        return AnalysisState.GIVEN_UP
    # After a failure, `free_at` is the time of the next try, and `error` is set.
    leased = analysed.free_at is not None and analysed.free_at > now and not analysed.error
    return AnalysisState.RUNNING if leased else AnalysisState.WAITING
