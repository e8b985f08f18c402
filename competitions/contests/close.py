"""End a competition: close it early, cancel it, or certify its results.

Each act takes an optional reason for the audit trail, and raises `invalid` if the reason is too long. When
the site itself closes or certifies, `organiser` is None.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ..ledger.acts import record_act
from ..models import Attempt, Competition, Player, Ranking, Round
from ..play.deadlines import end_overdue
from ..refusals import Refusal
from ..solving.bands.deal_search import stop_searches
from .acts import ALLOWED, clean_reason_if_any
from .hold import hold_for, wrong_state

WINDOW: Final = ("closes_at", "freeze_at", "challenge")
"""The columns that `end_window` sets. Callers name them to the ledger, which saves them."""


def close(
    *,
    competition: Competition,
    organiser: Player | None,
    now: datetime,
    reason: str = "",
    facts: Mapping[str, str] | None = None,
    only_if: Callable[[Competition, datetime], bool] = lambda _, __: True,
) -> Competition:
    """Close a running competition now. Running attempts end as given up. A competition stays as it is if it
    is closed already or if `only_if`, called with the competition's row locked, returns false. If the service
    gives the reason, `facts` are the facts in it.

    Raises `wrong_state` before the competition has opened, and for a cancelled one.
    """
    reason = clean_reason_if_any(reason)
    with transaction.atomic():
        competition = hold_for(competition, organiser, now)
        # While this process waited for the lock, other processes may have stored times later than `now`.
        now = max(now, timezone.now())
        state = competition.state(now)
        # If another process, whose clock is ahead, closed the competition, its state may still be `running`
        # here.
        if state in ("closed", "final") or competition.acts.filter(act="close").exists():
            return competition
        if state not in ALLOWED["close"]:
            raise wrong_state(state)
        if not only_if(competition, now):
            return competition
        end_window(competition, now)
        record_act(
            competition,
            actor=organiser,
            act="close",
            reason=reason,
            facts=facts,
            at=now,
            settings=WINDOW,
            shown=True,
        )
    end_attempts(competition)
    return competition


def cancel(*, competition: Competition, organiser: Player, now: datetime, reason: str = "") -> Competition:
    """Cancel a competition that is not certified. Its results count for nothing, and its rounds close for
    everyone. Running attempts end as given up. A competition that is cancelled already stays as it is.

    Raises `wrong_state` for a certified competition.
    """
    reason = clean_reason_if_any(reason)
    with transaction.atomic():
        competition = hold_for(competition, organiser, now)
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
        stop_searches(competition, now)
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
    """Declare the results of a closed competition final. A certified competition stays as it is.

    Raises `wrong_state` before the close and for a cancelled competition. Also raises it while attempts are
    still being ended, and while a par that the ranking needs is still searched for.
    """
    reason = clean_reason_if_any(reason)
    with transaction.atomic():
        competition = hold_for(competition, organiser, now)
        state = competition.state(now)
        if state == "final":
            return competition
        if state not in ALLOWED["certify"]:
            if state == "running":
                raise Refusal("wrong_state", _("The contest is running. Close it first."))
            raise wrong_state(state)
        if Attempt.objects.running().filter(round__competition=competition).exists():
            raise Refusal("wrong_state", _("The last attempts are just being ended; try again."))
        if competition.ranking == Ranking.AGAINST_PAR and _awaits_par(competition):
            raise Refusal(
                "wrong_state",
                _("We are still searching for the par of a round, which counts for the places."),
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
    """Whether some round has no par yet, and the search for its par has not failed."""
    without = Round.objects.filter(competition=competition, par_at=None)
    return without.exclude(solved__due=False).exists()


def end_window(competition: Competition, now: datetime) -> None:
    """End the window of a running competition. The columns `WINDOW` are set, and not saved."""
    # If the competition opens at this moment, it closes a microsecond later, as its window must not be empty.
    competition.closes_at = max(now, competition.opening + timedelta.resolution)
    if competition.freeze_at is not None and competition.freeze_at >= competition.closes_at:
        competition.freeze_at = None  # the close now comes before the freeze
    competition.challenge = None  # so the organiser's next challenge with this deal is a new competition


def end_attempts(competition: Competition) -> None:
    """End the competition's running attempts; call this after the commit. If this process fails, the watch of
    deadlines ends the remaining attempts."""
    if competition.closes_at is not None:
        end_overdue(competition.closes_at, among=Attempt.objects.filter(round__competition=competition))
