"""Finding the par of rounds that are due, one after the other, and storing it for everyone to see.

What a solver finds is replayed by the rules before it is stored.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import inf
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.game import Game
from games.replay import Refused, replay_from
from solvers import VERSION

from ...jobs.due_rows import AT_A_TIME, DueRows
from ...ledger.ledger import CompetitionChange, hold, record
from ...models import Deal, Par, Ranking, Round, SolvedRound
from .separate_process import LONGEST_S, DealSolution, LimitsReached, NotSolved, solve_apart

TAKEN_FOR: Final = timedelta(seconds=LONGEST_S + 30)
"""How long a worker has a row for itself."""

ROUNDS: Final = DueRows(
    SolvedRound.objects.select_related("round__deal"),
    # Guests, of whom anybody can make many, keep neither accounts waiting nor dailies and duels.
    whose=(
        "round__competition__kind",
        "round__competition__organiser__account",
        "round__competition__organiser",
    ),
    order=("round_id",),
    taken_for=TAKEN_FOR,
    hopeless=(LimitsReached,),
)


def find_due(end: float = inf) -> bool:
    """Find the par of rounds that are due, at least of one, until that moment of the monotonic clock. Say
    whether none is left that a worker could take now."""
    return ROUNDS.work_off(_find_par, _store_par_now, end)


SETTLED: Final = Q(
    round__par_at=None,
    round__competition__ranking=Ranking.AGAINST_PAR,
    round__competition__certified_at__isnull=False,
)
"""Rounds that were certified without a par, though the ranking counts against it: one that is found now would
change their places. A better par in the place of another changes none, as it is the same for all."""


def pars_given_up() -> "QuerySet[SolvedRound]":
    """The rounds whose search was given up, and may be taken up again."""
    return ROUNDS.given_up().exclude(SETTLED)


def _find_par(solved: SolvedRound) -> DealSolution:
    return solution_of(solved.round.deal)


def _store_par_now(solved: SolvedRound, found: DealSolution) -> None:
    store_par(solved, found, timezone.now())


def solution_of(deal: Deal) -> DealSolution:
    """The best line of a deal, replayed: the one that was found for the same cards elsewhere, or what a
    solver finds.

    Raises NotSolved and ToldToStop.
    """
    found = _found_elsewhere(deal) or solve_apart(deal)
    replayed = replay_from(deal.opening, found.moves)
    if isinstance(replayed, Refused):
        raise NotSolved(f"its line does not stand: {replayed.error}")
    if replayed.score != found.score:
        raise NotSolved(f"its line comes to {replayed.score}, not to {found.score}")
    return found._replace(moves=replayed.moves)


def _found_elsewhere(deal: Deal) -> DealSolution | None:
    """What today's solvers found for a round with the same cards, under the same version of the rules."""
    alike = SolvedRound.objects.filter(
        round__deal__seed=deal.seed,
        round__deal__game_slug=deal.game_slug,
        round__deal__rules_version=deal.rules_version,
        moves__isnull=False,
        solvers_version=VERSION,
    )
    for solved in alike.select_related("round__deal").order_by("-round_id")[:AT_A_TIME]:
        par = solved.round.par
        if par is not None and solved.round.deal.rules == deal.rules:
            return DealSolution(par.score, par.proven, _texts(solved.moves), VERSION)
    return None


def _texts(moves: Sequence[str] | None) -> tuple[str, ...]:
    return tuple(moves or ())


def note_line(round: Round, found: DealSolution, now: datetime) -> None:
    """Let a best line that an analysis came by be the par of its deal, if none as good is known."""
    solved = SolvedRound.objects.select_related("round__deal").filter(pk=round.pk).first()
    if solved is not None and _is_news(found, solved.round.par, solved.round.deal.game):
        store_par(solved, found, now)


def store_par(solved: SolvedRound, found: DealSolution, now: datetime) -> None:
    """Store the par of a round, unless one as good is known, or its places are certified without one: from
    then on every standings has it, and watchers are told."""
    with transaction.atomic():
        competition = hold(solved.round.competition_id)
        if SolvedRound.objects.filter(SETTLED, pk=solved.pk).exists():
            return
        round = Round.objects.select_related("deal").get(pk=solved.pk)
        SolvedRound.objects.filter(pk=solved.pk).update(
            **SolvedRound.ENDED, solvers_version=found.solvers_version
        )
        if not _is_news(found, round.par, round.deal.game):
            return
        SolvedRound.objects.filter(pk=solved.pk).update(moves=list(found.moves))
        Round.objects.filter(pk=solved.pk).update(
            par_score=found.score, par_proven=found.proven, par_at=round.par_at or now
        )
        record(CompetitionChange(competition, shown=True), now=now)


def _is_news(found: DealSolution, par: Par | None, game: Game) -> bool:
    """Whether it is better than the par that is known, or as good and proven only now."""
    if par is None or found.score == par.score:
        return par is None or found.proven > par.proven
    return is_better(found.score, par.score, game)


def is_better(one: int, other: int, game: Game) -> bool:
    """Whether the first of two scores of a game is the better one."""
    return one < other if game.lowest_wins else one > other
