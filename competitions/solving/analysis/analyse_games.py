"""Analysing the games that are due, one after the other, and storing what is found."""

import json
from collections.abc import Mapping
from datetime import timedelta
from math import inf
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from solvers import VERSION

from ...jobs.due_rows import AT_A_TIME, DueRows
from ...models import AnalysedLog, Log, SolvedRound
from ..par.find_par import is_better, note_line
from ..par.separate_process import LONGEST_S, LimitsReached, ask_apart, game_json
from .checked_analysis import ToldAnalysis, confirmed, with_better_line

PROCESSOR_S: Final = 300.0
"""How much of a processor a game may take; the solvers count their steps, and need less."""

MOST_PLAYERS: Final = 24
"""All games of a contest are analysed if no more than these have entered: a class, or an evening at a club.
At up to a minute a game, a round takes less than half an hour of a processor that gives way to all else."""

OF_SMALL_CONTESTS: Final = Q(log__round__competition__entrants__lte=MOST_PLAYERS)
"""The games that the site analyses by itself. They come before those that anybody may ask for."""

LOGS: Final = DueRows(
    AnalysedLog.objects.select_related("log__round__deal", "log__attempt"),
    whose=("asker",),
    order=(F("asked_at").asc(nulls_last=True), "log_id"),
    taken_for=timedelta(seconds=LONGEST_S + 30),
    hopeless=(LimitsReached,),
    first=OF_SMALL_CONTESTS,
)


def analyse_due(end: float = inf) -> bool:
    """Analyse the games that are due, at least one, until that moment of the monotonic clock. Say whether
    none is left that a worker could take now."""
    return LOGS.work_off(_analysis_sought, store_analysis, end)


def _analysis_sought(analysed: AnalysedLog) -> ToldAnalysis:
    return analysis_of(analysed.log)


def analysis_of(log: Log) -> ToldAnalysis:
    """The analysis of an accepted log: the one that was found for the same moves of the same cards, or what
    the solvers find. Raises NotSolved and ToldToStop."""
    assert log.attempt is not None
    assert log.attempt.score is not None
    deal, moves = log.round.deal, json.loads(log.moves)
    found = _found_for_the_same_game(log)
    if found is None:
        answer = ask_apart("solvers", game_json(deal, moves), "--analysis", seconds=PROCESSOR_S)
        found = confirmed(answer, deal.opening, moves, log.attempt.score, log.round.par)
    return found


def _found_for_the_same_game(log: Log) -> ToldAnalysis | None:
    """What today's solvers found for another log with the same moves of the same cards, under the same
    version of the rules."""
    deal = log.round.deal
    alike = AnalysedLog.objects.filter(
        log__round__deal__seed=deal.seed,
        log__round__deal__game_slug=deal.game_slug,
        log__round__deal__rules_version=deal.rules_version,
        log__moves=log.moves,
        found__isnull=False,
        solvers_version=VERSION,
    )
    for analysed in alike.select_related("log__round__deal").order_by("-log__received_at")[:AT_A_TIME]:
        same_rules = analysed.log.round.deal.rules == deal.rules
        if same_rules and analysed.found is not None and analysed.solvers_version is not None:
            return ToldAnalysis(analysed.found, analysed.solvers_version)
    return None


def store_analysis(analysed: AnalysedLog, found: ToldAnalysis) -> None:
    """Store what was found for a log, once, and the best line of its deal, if it is news."""
    with transaction.atomic():
        note_line(analysed.log.round, found.deal_solution, timezone.now())
        AnalysedLog.objects.filter(pk=analysed.pk, due=True).update(
            **AnalysedLog.ENDED, found=found.told, solvers_version=found.solvers_version
        )


def told_now(log: Log, told: Mapping[str, Any]) -> Mapping[str, Any]:
    """The analysis of a log, with what has become known of its deal since: as long as no par is proven, the
    analysis of another game may show a better one."""
    round = log.round
    if round.par is None or not is_better(round.par.score, told["par"]["score"], round.deal.game):
        return told
    solved = SolvedRound.objects.filter(pk=round.pk).first()
    if solved is None or solved.moves is None:
        return told
    return with_better_line(told, json.loads(log.moves), round.par, solved.moves)
