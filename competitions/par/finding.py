"""Finding the par of rounds that are due, one after the other, and storing it for everyone to see.

A worker that takes a round has it for itself for a while; if it dies, the round is free again after that.
What a solver finds is replayed by the rules before it is stored. One that fails is tried again some times;
then its round stays on record without a par.
"""

import logging
import random
import time
from collections.abc import Sequence
from datetime import datetime, timedelta
from math import inf
from typing import Final

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from games.replay import Refused, replay_from
from solvers.solving import SOLVERS

from ..models import Deal, Round, SolvedRound
from ..recording.ledger import hold, record
from .apart import LONGEST_S, DealSolution, NotSolved, ToldToStop, solve_apart

logger = logging.getLogger(__name__)

MOST_TRIES: Final = 3

PAUSE: Final = timedelta(minutes=10)
"""How long a round whose solver has failed is left alone."""

TAKEN_FOR: Final = timedelta(seconds=LONGEST_S + 30)
"""How long a worker has a round for itself."""

AT_A_TIME: Final = 20
"""How many rounds are looked at to find one that no other worker takes at the same moment."""


def find_due(end: float = inf) -> bool:
    """Find the par of rounds that are due until that moment of the monotonic clock, but of one at least; say
    whether none is left that a worker could take now."""
    while (solved := take(timezone.now())) is not None:
        try:
            found = solution_of(solved.round.deal)
        except ToldToStop:
            SolvedRound.objects.filter(pk=solved.pk).update(free_at=None, tries=F("tries") - 1)
            return False
        except Exception:  # whatever is odd about one round is to keep no other waiting
            logger.exception("no par was found of round %s", solved.round_id)
            note_failure(solved, timezone.now())
        else:
            store_par(solved, found, timezone.now())
        if time.monotonic() >= end:
            return not _free(timezone.now()).exists()
    return True


def take(now: datetime) -> SolvedRound | None:
    """A round that is due, taken for a while; None if there is none that nobody has taken.

    Organisers take turns by chance, so that none with many contests keeps others waiting. Of one's rounds
    those come first that were tried least, and of these the oldest.
    """
    give_up(now)
    free = _free(now)
    organisers = list(free.order_by().values_list("round__competition__organiser", flat=True).distinct())
    random.shuffle(organisers)
    for organiser in organisers:
        theirs = free.filter(round__competition__organiser=organiser).order_by("tries", "round")
        for solved in theirs.select_related("round__deal")[:AT_A_TIME]:
            mine = free.filter(pk=solved.pk, free_at=solved.free_at)
            if mine.update(free_at=now + TAKEN_FOR, tries=F("tries") + 1):
                return solved
    return None


def _free(now: datetime) -> QuerySet[SolvedRound]:
    # One that would be free only much later was taken before a clock was set back.
    free = Q(free_at=None) | Q(free_at__lte=now) | Q(free_at__gt=now + max(PAUSE, TAKEN_FOR))
    # A game without a solver waits for one.
    return SolvedRound.objects.filter(free, due=True, round__deal__game_slug__in=[*SOLVERS])


def give_up(now: datetime) -> None:
    """Let rounds whose worker died at every try be due no more: nobody was left to note it."""
    _free(now).filter(tries__gte=MOST_TRIES).update(due=False)


def solution_of(deal: Deal) -> DealSolution:
    """The best line of a deal, replayed: as it was found for the same cards elsewhere, or by a solver.

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
    """What was found for a round with the same cards, under the same version of the rules."""
    alike = SolvedRound.objects.filter(
        round__deal__seed=deal.seed,
        round__deal__game_slug=deal.game_slug,
        round__deal__rules_version=deal.rules_version,
        moves__isnull=False,
    )
    for solved in alike.select_related("round__deal").order_by("-round")[:AT_A_TIME]:
        par = solved.round.par
        if par is not None and solved.solvers_version is not None and solved.round.deal.rules == deal.rules:
            return DealSolution(par.score, par.proven, _texts(solved.moves), solved.solvers_version)
    return None


def _texts(moves: Sequence[str] | None) -> tuple[str, ...]:
    return tuple(moves or ())


def store_par(solved: SolvedRound, found: DealSolution, now: datetime) -> None:
    """Store the par of a round, once: from then on every standings has it, and watchers are told."""
    with transaction.atomic():
        competition = hold(solved.round.competition_id)
        stored = SolvedRound.objects.filter(pk=solved.pk, due=True).update(
            due=False, moves=list(found.moves), solvers_version=found.solvers_version
        )
        if not stored:
            return
        Round.objects.filter(pk=solved.pk).update(par_score=found.score, par_proven=found.proven, par_at=now)
        record(competition, shown=True, now=now)


def note_failure(solved: SolvedRound, now: datetime) -> None:
    """Note that a solver has failed at a round; after the last try it is not due any more."""
    mine = SolvedRound.objects.filter(pk=solved.pk, due=True)
    mine.update(due=Q(tries__lt=MOST_TRIES), free_at=now + PAUSE)
