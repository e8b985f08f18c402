"""Ending a competition: closing it early, cancelling it, and certifying its results.

Each may be given a reason, which the audit trail tells; one that is too long is `invalid`. The site closes
and certifies too, without an organiser.
"""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone

from ..ledger.acts import record_act
from ..models import Attempt, Competition, Player, Ranking, Round
from ..play.deadlines import end_overdue
from ..refusals import Refusal
from ..solving.bands.deal_search import stop_seeking
from .acts import ALLOWED, clean_reason_if_any
from .hold import held, wrong_state

WINDOW: Final = ("closes_at", "freeze_at", "challenge")
"""What `end_window` sets on a competition, and the ledger writes."""


def close(
    *, competition: Competition, organiser: Player | None, now: datetime, reason: str = ""
) -> Competition:
    """Close a running competition now; running attempts end as given up. A closed one stays as it is.

    Raises `wrong_state` before it has opened.
    """
    reason = clean_reason_if_any(reason)
    with transaction.atomic():
        competition = held(competition, organiser, now)
        now = max(now, timezone.now())  # not before anything that was let in meanwhile
        state = competition.state(now)
        # Whoever's clock is behind that of the process which closed it sees it running still.
        if state in ("closed", "final") or competition.acts.filter(act="close").exists():
            return competition
        if state not in ALLOWED["close"]:
            raise wrong_state(state)
        end_window(competition, now)
        record_act(
            competition,
            actor=organiser,
            act="close",
            reason=reason,
            at=now,
            settings=WINDOW,
            shown=True,
        )
    end_attempts(competition)
    return competition


def cancel(*, competition: Competition, organiser: Player, now: datetime, reason: str = "") -> Competition:
    """Call a competition off, until it is certified: it counts for nothing, and its rounds are closed for
    everyone. Running attempts end as given up. A cancelled one stays as it is.

    Raises `wrong_state` for a certified one.
    """
    reason = clean_reason_if_any(reason)
    with transaction.atomic():
        competition = held(competition, organiser, now)
        now = max(now, timezone.now())
        state = competition.state(now)
        if state == "cancelled":
            return competition
        if state not in ALLOWED["cancel"]:
            raise wrong_state(state)
        if state == "running":
            end_window(competition, now)
        competition.cancelled_at = now
        competition.challenge = None
        stop_seeking(competition, now)
        record_act(
            competition,
            actor=organiser,
            act="cancel",
            reason=reason,
            at=now,
            settings=[*WINDOW, "cancelled_at"],
            shown=True,
        )
    end_attempts(competition)
    return competition


def certify(
    *, competition: Competition, organiser: Player | None, now: datetime, reason: str = ""
) -> Competition:
    """Declare the results of a closed competition final. A certified one stays as it is.

    Raises `wrong_state` while it is not closed, while an attempt is still being ended, and while a par that
    counts is still looked for.
    """
    reason = clean_reason_if_any(reason)
    with transaction.atomic():
        competition = held(competition, organiser, now)
        state = competition.state(now)
        if state == "final":
            return competition
        if state not in ALLOWED["certify"]:
            if state == "running":
                raise Refusal("wrong_state", "The contest is running. Close it first.")
            raise wrong_state(state)
        if Attempt.objects.running().filter(round__competition=competition).exists():
            raise Refusal("wrong_state", "The last attempts are just being ended; try again.")
        if competition.ranking == Ranking.AGAINST_PAR and _awaits_par(competition):
            raise Refusal(
                "wrong_state", "The par of a round is still being found, and counts for the places."
            )
        competition.certified_at = now
        record_act(
            competition,
            actor=organiser,
            act="certify",
            reason=reason,
            at=now,
            settings=["certified_at"],
            shown=True,
        )
    return competition


def _awaits_par(competition: Competition) -> bool:
    """Whether a par may still come: a round for which none was found counts as nothing."""
    without = Round.objects.filter(competition=competition, par_at=None)
    return without.exclude(solved__due=False).exists()


def end_window(competition: Competition, now: datetime) -> None:
    """Let the competition, which is running, be over; nothing is written yet."""
    # Not at the moment it opened: then it would never have been open.
    competition.closes_at = max(now, competition.opening + timedelta.resolution)
    if competition.freeze_at is not None and competition.freeze_at >= competition.closes_at:
        competition.freeze_at = None  # it has closed before they froze
    competition.challenge = None  # so that its maker can make another with the same cards


def end_attempts(competition: Competition) -> None:
    """After the commit nothing new begins, and what this process does not end, the next one does."""
    if competition.closes_at is not None:
        end_overdue(competition.closes_at, among=Attempt.objects.filter(round__competition=competition))
