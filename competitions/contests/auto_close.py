"""Closing a competition once all have played, where its settings say so; the follower that sees to it."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from ..ledger.follower import EventRow, Follower
from ..models import Attempt, Competition, Entry, Round
from ..models.entries import marks
from .close import close


def close_if_all_have_played(*, competition_id: str, now: datetime) -> None:
    """Close a running competition, as an act of the site, if every place is taken and nobody who has one may
    make another attempt. Of the disqualified nothing is waited for."""
    competition = Competition.read(competition_id)
    if competition.state(now) != "running" or not competition.full:
        return
    if _all_have_played(competition, now):  # who has played has played: no lock is needed to go by that
        close(competition=competition, organiser=None, now=now, reason="All have played.")


def _all_have_played(competition: Competition, now: datetime) -> bool:
    """Whether nobody has an attempt left at a round that is not closed: it was made, or declared done. It
    takes as many queries for one entrant as for all."""
    rounds = [round for round in competition.rounds_in_order if round.state(now) != "closed"]
    if competition.attempts is None:
        return False
    all_made = len(rounds) * competition.attempts
    ended = Count("attempts", filter=Q(attempts__round__in=rounds, attempts__ended_at__isnull=False))
    playing = Entry.objects.filter(competition=competition, disqualified_at=None)
    short = playing.annotate(ended=ended).filter(ended__lt=all_made)
    if short.filter(done=0).exists():  # one who has declared nothing is enough
        return False
    made = _attempts_made(playing.exclude(done=0), rounds)
    return all(
        marks(done, round) or made.get((entry, round.pk)) == competition.attempts
        for entry, done in short.values_list("pk", "done")
        for round in rounds
    )


def _attempts_made(entries: QuerySet[Entry], rounds: Collection[Round]) -> dict[tuple[str, int], int]:
    """How many attempts each entry has ended at each of the rounds; nothing where it has ended none."""
    ended = Attempt.objects.filter(entry__in=entries, round__in=rounds, ended_at__isnull=False)
    counted = ended.order_by().values_list("entry", "round").annotate(made=Count("pk"))
    return {(entry, round): made for entry, round, made in counted}


def close_once_played(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """Whatever has happened may have been the last thing that was waited for."""
    close_if_all_have_played(competition_id=competition_id, now=now)


FOLLOWER = Follower("closing", close_once_played, of=Q(closes_once_played=True))
