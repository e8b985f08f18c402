"""Finding the par of due rounds, and storing it. Whoever may see the deal then sees its par.

A solver's line of moves is replayed by the rules of the game before it is stored.
"""

from datetime import datetime, timedelta
from math import inf
from typing import Final

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.game import Game
from games.replay import Refused, replay_from
from solvers import VERSION

from ...jobs.due_rows import AT_A_TIME, Searches
from ...ledger.ledger import CompetitionChange, hold, record
from ...models import Deal, Par, Ranking, Round, SolvedRound
from .separate_process import LONGEST_S, DealSolution, LimitsReached, NotSolved, solve_deal

LEASED_FOR: Final = timedelta(seconds=LONGEST_S + 30)
"""How long a worker leases a round: somewhat longer than a solver may take."""

ROUNDS: Final = Searches(
    SolvedRound.objects.select_related("round__deal"),
    # Organisers take turns, and all guests together have one turn, because anybody can make many guests. So
    # guests hardly delay accounts, dailies and duels.
    whose=(
        "round__competition__kind",
        "round__competition__organiser__account",
        "round__competition__organiser",
    ),
    order=("round_id",),
    leased_for=LEASED_FOR,
    hopeless=(LimitsReached,),
)


def find_due_pars(end: float = inf) -> bool:
    """Find the par of at least one due round, and of more until `time.monotonic()` reaches `end`. Return True
    if no round is left to lease, False if some are left or the worker must stop."""
    return ROUNDS.search(_find_par, _store_found_par, end)


SETTLED: Final = Q(
    round__par_at=None,
    round__competition__ranking=Ranking.AGAINST_PAR,
    round__competition__certified_at__isnull=False,
)
"""A filter for rounds that were certified without a par, in competitions that rank against par. Without a
par, a round counts as 0 for everyone. A first par would make the scores of the round count, and so change
places. Therefore no first par is stored. A better par changes no place, since it is subtracted from all
scores alike."""


def given_up_pars() -> "QuerySet[SolvedRound]":
    """Rounds whose search was given up and may be started again."""
    return ROUNDS.given_up().exclude(SETTLED)


def _find_par(solved: SolvedRound) -> DealSolution:
    return solution_of(solved.round.deal)


def _store_found_par(solved: SolvedRound, found: DealSolution) -> None:
    store_par(solved, found, timezone.now())


def solution_of(deal: Deal) -> DealSolution:
    """The best line of a deal, replayed by the rules. If one is stored for a round with the same cards, it is
    returned; otherwise a solver searches for it.

    Raises NotSolved if the solver fails or its line is wrong, and ToldToStop if this worker must stop.
    """
    found = _stored_solution(deal) or solve_deal(deal)
    replayed = replay_from(deal.opening, found.moves)
    if isinstance(replayed, Refused):
        raise NotSolved(f"its line has an illegal move: {replayed.error}")
    if replayed.score != found.score:
        raise NotSolved(f"its line comes to {replayed.score}, not to {found.score}")
    return found._replace(moves=replayed.moves)


def _stored_solution(deal: Deal) -> DealSolution | None:
    """A stored solution for the deal's cards and version of the rules, found by the current solvers; None if
    there is none."""
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
            return DealSolution(par.score, par.proven, tuple(solved.moves or ()), VERSION)
    return None


def store_better_line(round: Round, found: DealSolution, now: datetime) -> None:
    """Store the best line of an analysis as the par of its deal, if that line is better than the stored
    par."""
    solved = SolvedRound.objects.select_related("round__deal").filter(pk=round.pk).first()
    if solved is not None and _improves(found, solved.round.par, solved.round.deal.game):
        store_par(solved, found, now)


def store_par(solved: SolvedRound, found: DealSolution, now: datetime) -> None:
    """Store that the search for a round has ended. If the search found a better par, or proved the stored par
    for the first time, store the new par, too, and announce it to watchers. For a round in `SETTLED`, nothing
    is stored."""
    with transaction.atomic():
        competition = hold(solved.round.competition_id)
        if SolvedRound.objects.filter(SETTLED, pk=solved.pk).exists():
            return
        round = Round.objects.select_related("deal").get(pk=solved.pk)
        SolvedRound.objects.filter(pk=solved.pk).update(
            **SolvedRound.ENDED, solvers_version=found.solvers_version
        )
        if not _improves(found, round.par, round.deal.game):
            return
        SolvedRound.objects.filter(pk=solved.pk).update(moves=list(found.moves))
        Round.objects.filter(pk=solved.pk).update(
            par_score=found.score, par_proven=found.proven, par_at=round.par_at or now
        )
        record(CompetitionChange(competition, shown=True), now=now)


def _improves(found: DealSolution, par: Par | None, game: Game) -> bool:
    """Whether a solution is better than the par, or equally good and proven for the first time."""
    if par is None or found.score == par.score:
        return par is None or found.proven > par.proven
    return is_better(found.score, par.score, game)


def is_better(one: int, other: int, game: Game) -> bool:
    """Whether `one` is a better score than `other`."""
    return one < other if game.lowest_wins else one > other
