"""Disqualify an entry or reinstate it, with a reason. Both are possible until the results are certified."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from ..ledger.acts import record_act
from ..models import Attempt, Competition, Entry, Player
from ..play.attempts import lock_entry
from ..play.deadlines import end_overdue, let_run_out
from ..refusals import Refusal
from .acts import ALLOWED, clean_reason
from .hold import hold_for, wrong_state


def disqualify(
    *, competition: Competition, organiser: Player, entry: Entry, reason: str, now: datetime
) -> Entry:
    """Take the entry out of the ranking. The entry can no longer play, and its running attempts end as given
    up. An entry that is disqualified already keeps its first reason.

    Raises `invalid` without a reason, and `wrong_state` once the competition is certified or cancelled.
    """
    theirs = Attempt.objects.filter(entry=entry)
    with transaction.atomic():
        entry, changed = _record_decision(
            competition, organiser, entry, act="disqualify", reason=reason, since=now, now=now
        )
        if changed:
            let_run_out(theirs, now)
    end_overdue(now, among=theirs)
    return entry


def reinstate(
    *, competition: Competition, organiser: Player, entry: Entry, reason: str, now: datetime
) -> Entry:
    """Let a disqualified entry count again. The player may go on playing if the entry has attempts left.

    Raises what `disqualify` raises, and `forbidden` if the player is banned from the site.
    """
    with transaction.atomic():
        entry, _ = _record_decision(
            competition, organiser, entry, act="reinstate", reason=reason, since=None, now=now
        )
    return entry


def _record_decision(
    competition: Competition,
    organiser: Player,
    entry: Entry,
    *,
    act: str,
    reason: str,
    since: datetime | None,
    now: datetime,
) -> tuple[Entry, bool]:
    """Record the decision. Return the entry, and whether the decision changed it. From `since` on, the entry
    is disqualified; None reinstates it. The rows of the entry and the competition stay locked."""
    reason = clean_reason(reason)
    entry = lock_entry(entry)  # locked before the competition, as everywhere, to avoid deadlocks
    competition = hold_for(competition, organiser, now)
    state = competition.state(now)
    if state not in ALLOWED[act]:
        raise wrong_state(state)
    if (entry.disqualified_at is None) == (since is None):
        return entry, False
    if entry.banned:
        raise Refusal(
            "forbidden", _("The site has taken this player's results out: only the site can let them count.")
        )
    entry.disqualified_at = since
    record_act(
        competition,
        entry=entry,
        actor=organiser,
        act=act,
        reason=reason,
        at=now,
        entries=[entry],
        columns=["disqualified_at"],
    )
    return entry, True
