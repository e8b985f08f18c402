"""Closing a competition once all have played, where its settings say so; the follower that sees to it."""

from collections.abc import Collection, Sequence
from datetime import datetime

from django.db.models import Count, Q

from ..following.follower import EventRow, Follower
from ..models import Competition, Entry, Round
from .closing import close


def close_if_all_have_played(*, competition_id: str, now: datetime) -> None:
    """Close a running competition, as an act of the site, if every place is taken and nobody who has one may
    make another attempt. Of the disqualified nothing is waited for."""
    competition = Competition.read(competition_id)
    if competition.state(now) != "running" or not competition.full:
        return
    if _all_have_played(competition, now):  # who has played has played: no lock is needed to go by that
        close(competition=competition, organiser=None, now=now, reason="All have played.")


def _all_have_played(competition: Competition, now: datetime) -> bool:
    """Whether nobody has an attempt left at a round that is not closed: it was made, or declared done."""
    rounds = [round for round in competition.rounds_in_order if round.state(now) != "closed"]
    if competition.attempts is None:
        return False
    all_made = len(rounds) * competition.attempts
    ended = Count("attempts", filter=Q(attempts__round__in=rounds, attempts__ended_at__isnull=False))
    playing = Entry.objects.filter(competition=competition, disqualified_at=None)
    # Those who have declared nothing come first: one of them is enough.
    short = playing.annotate(ended=ended).filter(ended__lt=all_made).order_by("done")
    return all(_has_played(entry, rounds, competition.attempts) for entry in short)


def _has_played(entry: Entry, rounds: Collection[Round], attempts: int) -> bool:
    undone = [round for round in rounds if not entry.is_done_with(round)]
    if not entry.done:
        return not undone
    made = entry.attempts.filter(round__in=undone, ended_at__isnull=False).count()
    return made == len(undone) * attempts


def close_once_played(competition_id: str, rows: Sequence[EventRow], now: datetime) -> None:
    """Whatever has happened may have been the last thing that was waited for."""
    close_if_all_have_played(competition_id=competition_id, now=now)


FOLLOWER = Follower("closing", close_once_played, of=Q(closes_once_played=True))
