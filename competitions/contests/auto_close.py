"""Close a running competition as soon as all its places are taken and no entrant has an attempt left."""

from collections.abc import Collection
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from ..models import Attempt, Competition, Entry, Round
from ..models.entries import marks
from .close import close


def close_if_all_have_played(*, competition_id: str, now: datetime) -> None:
    """Close a running competition in the site's name, if all its places are taken and no entrant has an
    attempt left. Disqualified entrants are not waited for."""
    competition = Competition.read(competition_id)
    if competition.state(now) != "running" or not competition.full:
        return
    if _all_have_played(competition, now):
        close(
            competition=competition,
            organiser=None,
            now=now,
            facts={},
            # `close` checks this again with the row locked, because an organiser may have granted an attempt
            # after the first check.
            only_if=_all_have_played,
        )


def _all_have_played(competition: Competition, now: datetime) -> bool:
    """Whether no entrant can make another attempt at a round that is open or scheduled. An entrant can make
    none at a round if all their attempts at it have ended, or if they have declared that they make no more.
    The number of queries does not grow with the number of entrants."""
    rounds = [round for round in competition.rounds_in_order if round.state(now) != "closed"]
    if competition.attempts is None:
        return False
    all_made = len(rounds) * competition.attempts
    used_up = Q(attempts__round__in=rounds, attempts__ended_at__isnull=False, attempts__given_back=False)
    ended = Count("attempts", filter=used_up)
    playing = Entry.objects.filter(competition=competition, disqualified_at=None)
    short = playing.annotate(ended=ended).filter(ended__lt=all_made)
    if short.filter(done=0).exists():  # an entrant has attempts left and declared no round done
        return False
    made = _attempts_made(playing.exclude(done=0), rounds)
    return all(
        marks(done, round) or made.get((entry, round.pk)) == competition.attempts
        for entry, done in short.values_list("pk", "done")
        for round in rounds
    )


def _attempts_made(entries: QuerySet[Entry], rounds: Collection[Round]) -> dict[tuple[str, int], int]:
    """The number of attempts that are used up (`Attempt.objects.used_up`), by the primary keys of entry and
    round. A pair for which that number is 0 is missing."""
    ended = Attempt.objects.used_up().filter(entry__in=entries, round__in=rounds)
    counted = ended.order_by().values_list("entry", "round").annotate(made=Count("pk"))
    return {(entry, round): made for entry, round, made in counted}
