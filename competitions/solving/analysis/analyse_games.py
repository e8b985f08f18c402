"""Analysing the games that are due, and storing the analyses."""

from collections.abc import Mapping
from datetime import timedelta
from math import inf
from typing import Any, Final

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from solvers import VERSION

from ...jobs.due_rows import AT_A_TIME, Searches
from ...models import AnalysedLog, Log, SolvedRound
from ..par.find_par import is_better, store_better_line
from ..par.separate_process import LONGEST_S, LimitsReached, ask_solver, game_json
from .checked_analysis import CheckedAnalysis, checked, with_better_line

PROCESSOR_S: Final = 300.0
"""The seconds of processor time that one game may take. Solvers usually need less, since the number of their
steps is limited."""

MOST_PLAYERS: Final = 24
"""All games of a contest are analysed if it has at most this many entrants, like a class or an evening at a
club. A game takes up to a minute, so a round takes less than half an hour. The solver gives way to all other
work."""

OF_SMALL_CONTESTS: Final = Q(log__round__competition__entrants__lte=MOST_PLAYERS)
"""A filter for the games of contests with at most `MOST_PLAYERS` entrants, which the site analyses without a
request. They are preferred to other games (`DueRows.first`)."""

LOGS: Final = Searches(
    AnalysedLog.objects.select_related("log__round__deal", "log__attempt"),
    whose=("asker",),
    order=(F("asked_at").asc(nulls_last=True), "log_id"),
    leased_for=timedelta(seconds=LONGEST_S + 30),
    hopeless=(LimitsReached,),
    first=OF_SMALL_CONTESTS,
)


def analyse_due(end: float = inf) -> bool:
    """Analyse at least one due game, and more until `time.monotonic()` reaches `end`. Return True if no game
    is left to lease, False if some are left or the worker must stop."""
    return LOGS.search(_analyse, store_analysis, end)


def _analyse(analysed: AnalysedLog) -> CheckedAnalysis:
    return analysis_of(analysed.log)


def analysis_of(log: Log) -> CheckedAnalysis:
    """The analysis of an accepted log: a stored analysis of the log's moves and cards, or a new one by the
    solvers. Raises NotSolved if the solvers fail or their answer is wrong, and ToldToStop if this worker must
    stop."""
    assert log.attempt is not None
    assert log.attempt.score is not None
    deal, moves = log.round.deal, log.moves
    found = _stored_analysis(log)
    if found is None:
        answer = ask_solver("solvers", game_json(deal, moves), "--analysis", seconds=PROCESSOR_S)
        found = checked(answer, deal.opening, moves, log.attempt.score, log.round.par)
    return found


def _stored_analysis(log: Log) -> CheckedAnalysis | None:
    """A stored analysis of the log's moves, cards and version of the rules, made by the current solvers; None
    if there is none.

    Moves are compared here, because the database has them compressed, and another version of zlib may
    compress equal moves to other bytes.
    """
    assert log.attempt is not None
    deal = log.round.deal
    alike = AnalysedLog.objects.filter(
        log__round__deal__seed=deal.seed,
        log__round__deal__game_slug=deal.game_slug,
        log__round__deal__rules_version=deal.rules_version,
        log__attempt__score=log.attempt.score,
        log__attempt__moves_made=log.attempt.moves_made,
        found__isnull=False,
        solvers_version=VERSION,
    )
    found_last = alike.select_related("log__round__deal").order_by("-log__received_at").defer("found")
    for analysed in found_last.iterator(chunk_size=AT_A_TIME):
        same = analysed.log.moves == log.moves and analysed.log.round.deal.rules == deal.rules
        if same and analysed.found is not None and analysed.solvers_version is not None:
            return CheckedAnalysis(analysed.found, analysed.solvers_version)
    return None


def store_analysis(analysed: AnalysedLog, found: CheckedAnalysis) -> None:
    """Store the analysis of a log, unless one is stored. Store the best line of the log's deal, too, if it is
    better than the stored par."""
    with transaction.atomic():
        store_better_line(analysed.log.round, found.deal_solution, timezone.now())
        AnalysedLog.objects.filter(pk=analysed.pk, due=True).update(
            **AnalysedLog.ENDED, found=found.analysis, solvers_version=found.solvers_version
        )


def current_analysis(log: Log, analysis: Mapping[str, Any]) -> Mapping[str, Any]:
    """The analysis of a log, corrected if a better par was found later. As long as no par is proven, the
    analysis of another game may find a better one."""
    round = log.round
    if round.par is None or not is_better(round.par.score, analysis["par"]["score"], round.deal.game):
        return analysis
    solved = SolvedRound.objects.filter(pk=round.pk).first()
    if solved is None or solved.moves is None:
        return analysis
    return with_better_line(analysis, log.moves, round.par, solved.moves)
