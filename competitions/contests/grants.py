"""Until the results are certified, an organiser may grant a player a fresh attempt or more time in a round,
set a result aside, or let the result count again.

Each grant is an act with a reason, and marks the round in the standings. Nothing that was played is deleted.
"""

from datetime import datetime, timedelta
from functools import partial
from typing import Final

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from ..ledger.acts import record_act
from ..ledger.ledger import store_counting, store_set_aside, store_taken_back
from ..models import Act, Attempt, Competition, Entry, Log, Player, Round
from ..play.attempts import choose_again, lock_entry, not_open
from ..play.deadlines import end_overdue, let_run_out
from ..refusals import Refusal
from ..translatable import with_facts
from .acts import ALLOWED, clean_reason
from .hold import hold_for, wrong_state

MOST_EXTRA_MS: Final = 24 * 60 * 60 * 1000
"""The most time that one act grants, in milliseconds: as much as the longest time limit."""


def grant_attempt(
    *, competition: Competition, organiser: Player, entry: Entry, round: Round, reason: str, now: datetime
) -> Act:
    """Grant a fresh attempt in place of the entry's last attempt. The last attempt stays on record and counts
    for nothing; if it is running, it ends as given up. The round keeps its deal, which the player has seen.

    Raises `invalid` without a reason, and `round_not_open` if the round cannot be played now. Raises
    `wrong_state` in each of these cases: the competition is certified or cancelled; the entry is
    disqualified; the player has not begun the round, or has not begun the attempt that was granted last;
    attempts are unlimited, and the player has not declared that they make no more.
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        entry, round = _hold(competition, organiser, entry, round, now)
        if round.state(now) != "open":
            raise not_open(round.number, round.state(now))
        if entry.disqualified_at is not None:
            raise Refusal("wrong_state", _("This player is disqualified. Reinstate them first."))
        last = entry.attempts.filter(round=round).order_by("-number").first()
        if last is None or last.given_back:
            sentence = _("This player has not begun round %(round)d: they may play it.")
            raise Refusal("wrong_state", with_facts(sentence, round=round.number))
        if round.competition.attempts is None and not entry.is_done_with(round):
            raise Refusal("wrong_state", _("Attempts are not limited here: this player may play on."))
        entry.take_done_back(round)
        _set_aside(last, entry, round, given_back=True)
        # If the log of `last` kept its fingerprint, a new log with the same moves would be its repetition.
        Log.objects.filter(attempt=last).update(fingerprint=None)
        if last.ended_at is None:
            theirs = Attempt.objects.filter(pk=last.pk)
            let_run_out(theirs, now)
            transaction.on_commit(partial(end_overdue, now, among=theirs))
        return _record(organiser, entry, round, act="grant_attempt", reason=reason, now=now)


def grant_time(
    *,
    competition: Competition,
    organiser: Player,
    entry: Entry,
    round: Round,
    extra_ms: int,
    reason: str,
    now: datetime,
) -> Act:
    """Move the time limit of the entry's running attempt by `extra_ms` milliseconds. The close of the round
    does not move.

    Raises `forbidden` for a player who does not organise the competition, and `invalid` without a reason.
    Raises `wrong_state` once the competition is certified or cancelled, if no attempt is running, if the
    attempt has no time limit, and if the round closes before the time limit is over.
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        entry, round = _hold(competition, organiser, entry, round, now)
        attempt = Attempt.running_of(entry, round)
        if attempt is None or attempt.is_overdue(now):
            sentence = _("This player has no game under way in round %(round)d.")
            raise Refusal("wrong_state", with_facts(sentence, round=round.number))
        if attempt.times_out_at is None:
            raise Refusal("wrong_state", _("This game has no time limit."))
        if round.closing is not None and attempt.times_out_at >= round.closing:
            raise Refusal(
                "wrong_state",
                _("The round closes before this game runs out of time. Move the end of the round."),
            )
        attempt.times_out_at += timedelta(milliseconds=extra_ms)
        attempt.save(update_fields=["times_out_at"])
        return _record(organiser, entry, round, act="grant_time", reason=reason, now=now, extra_ms=extra_ms)


def set_aside(
    *, competition: Competition, organiser: Player, entry: Entry, round: Round, reason: str, now: datetime
) -> Act:
    """Let the entry's result in the round count for nothing. It stays on record. If other attempts of the
    entry have ended and are not set aside, one of them counts instead.

    Raises `invalid` without a reason. Raises `wrong_state` once the competition is certified or cancelled,
    and if the entry has no result in the round.
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        entry, round = _hold(competition, organiser, entry, round, now)
        result = entry.attempts.filter(round=round, counts=True).first()
        if result is None:
            sentence = _("This player has no result in round %(round)d.")
            raise Refusal("wrong_state", with_facts(sentence, round=round.number))
        _set_aside(result, entry, round)
        return _record(organiser, entry, round, act="set_aside", reason=reason, now=now)


def count_again(
    *, competition: Competition, organiser: Player, entry: Entry, round: Round, reason: str, now: datetime
) -> Act:
    """Let results that were set aside in the round count again. The counting rule then chooses among all
    results of the entry in the round. An attempt for which a fresh one was granted stays set aside.

    Raises `invalid` without a reason. Raises `wrong_state` once the competition is certified or cancelled,
    and if nothing is set aside that may count again.
    """
    reason = clean_reason(reason)
    with transaction.atomic():
        entry, round = _hold(competition, organiser, entry, round, now)
        aside = list(entry.attempts.filter(round=round, set_aside=True, given_back=False))
        if not aside:
            sentence = _("In round %(round)d, no result was set aside that may count again.")
            raise Refusal("wrong_state", with_facts(sentence, round=round.number))
        counted = entry.attempts.filter(round=round, counts=True).first()
        for attempt in aside:
            store_taken_back(attempt)
        chosen = choose_again(entry, round)
        assert chosen is not None
        if chosen != counted:
            store_counting(chosen, instead_of=counted)
        return _record(organiser, entry, round, act="count_again", reason=reason, now=now)


def _hold(
    competition: Competition, organiser: Player, entry: Entry, round: Round, now: datetime
) -> tuple[Entry, Round]:
    """Lock the rows of the entry and the competition. Return the entry, and the round as it is now."""
    entry = lock_entry(entry)  # locked before the competition, as everywhere, to avoid deadlocks
    held = hold_for(competition, organiser, now)
    state = held.state(now)
    if state not in ALLOWED["grant"]:
        raise wrong_state(state)
    return entry, held.rounds_in_order[round.number - 1]


def _set_aside(attempt: Attempt, entry: Entry, round: Round, *, given_back: bool = False) -> None:
    counted, attempt.given_back = attempt.counts, given_back
    store_set_aside(attempt)
    if counted and (chosen := choose_again(entry, round)) is not None:
        store_counting(chosen)


def _record(
    organiser: Player,
    entry: Entry,
    round: Round,
    *,
    act: str,
    reason: str,
    now: datetime,
    extra_ms: int | None = None,
) -> Act:
    entry.note_grant(round)
    return record_act(
        round.competition,
        act=act,
        actor=organiser,
        entry=entry,
        round=round,
        reason=reason,
        extra_ms=extra_ms,
        at=now,
        entries=[entry],
        columns=["granted", "done"],
    )
