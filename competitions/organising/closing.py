"""Ending a competition: closing it early, and certifying its results."""

from datetime import datetime, timedelta

from django.db import transaction

from ..live.announcing import announce_change
from ..models import Act, Attempt, Competition, Player
from ..playing.deadlines import end_overdue
from ..refusals import Refusal


def close(*, competition: Competition, organiser: Player, now: datetime) -> Competition:
    """Close a running competition now; running attempts end as given up. A closed one stays as it is.

    Raises `wrong_state` before it has opened.
    """
    with transaction.atomic():
        competition = _locked(competition)
        if competition.state(now) in ("closed", "final"):
            return competition
        if competition.state(now) != "running":
            raise Refusal("wrong_state", f"The competition is {competition.state(now)}.")
        # Not at the moment it opened: then it would never have been open.
        competition.closes_at = max(now, competition.opening + timedelta.resolution)
        competition.challenge = None  # so that a new challenge on the deal can be made
        competition.save(update_fields=["closes_at", "challenge"])
        Act.objects.create(competition=competition, actor=organiser, act="close", at=now)
        announce_change(competition)
    # After the commit nothing new begins, and what this process does not end, the next one does.
    end_overdue(competition.closes_at, among=Attempt.objects.filter(round__competition=competition))
    return competition


def certify(*, competition: Competition, organiser: Player, now: datetime) -> Competition:
    """Declare the results of a closed competition final. A certified one stays as it is.

    Raises `wrong_state` while it is not closed, or while an attempt is still being ended.
    """
    with transaction.atomic():
        competition = _locked(competition)
        if competition.state(now) == "final":
            return competition
        if competition.state(now) != "closed":
            raise Refusal("wrong_state", f"The competition is {competition.state(now)}.")
        if Attempt.objects.running().filter(round__competition=competition).exists():
            raise Refusal("wrong_state", "The last attempts are just being ended; try again.")
        competition.certified_at = now
        competition.save(update_fields=["certified_at"])
        Act.objects.create(competition=competition, actor=organiser, act="certify", at=now)
        announce_change(competition)
    return competition


def _locked(competition: Competition) -> Competition:
    return (
        Competition.objects.select_for_update(of=("self",))
        .prefetch_related("rounds__deal")
        .select_related("organiser")
        .get(pk=competition.pk)
    )
