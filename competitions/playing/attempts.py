"""The life of an attempt: how it begins, and how it ends with a score, which may count."""

import json
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.utils import timezone

from games.replay import Replayed

from ..live.announcing import announce_change
from ..models import Attempt, Competition, Counts, Entry, Log, Round
from ..models.prepared import Prepared
from ..models.writing import write_fields
from ..recording.numbers import hold, number
from ..recording.states import record_states
from ..refusals import Refusal
from ..scoring.results import better
from . import ending_rows, log_rows

WRITTEN_BY_AN_END: Final = (
    "score",
    "won",
    "finished",
    "moves_made",
    "elapsed_ms",
    "ended_at",
    "counts",
    "event",
)


class Ending(NamedTuple):
    """How one attempt ended."""

    attempt: Attempt
    played: Replayed
    elapsed_ms: int
    text: str
    """What its log keeps, written before anything is locked."""


_held = Prepared[Entry](
    lambda entry_id: (
        Entry.objects.select_for_update(of=("self",))
        .select_related("competition", "player")
        .filter(pk=entry_id)
    ),
    "an entry",
)
_held_with_attempt = Prepared[Entry](
    lambda attempt_id: Entry.objects.select_for_update(of=("self",)).filter(attempts=attempt_id),
    "an attempt",
)
_held_attempt = Prepared[Attempt](
    lambda attempt_id: (
        Attempt.objects.select_for_update(of=("self",))
        .select_related("round__competition")
        .filter(pk=attempt_id)
    ),
    "an attempt",
)
_round = Prepared[Round](lambda round_id: Round.objects.select_related("deal").filter(pk=round_id), 31_999)
_newest = Prepared[int](
    lambda entry_id, round_id: (
        Attempt.objects.filter(entry=entry_id, round=round_id)
        .order_by("-number")
        .values_list("number", flat=True)
    ),
    "an entry",
    31_999,
)


def lock_entry(entry: Entry) -> Entry:
    """The entry, with its row locked until the transaction ends, so that its attempts come one by one."""
    return _held.get(entry.pk)


def lock_attempt(attempt_id: str) -> Attempt:
    """The attempt with its round; its entry's row is locked until the transaction ends, and then its own."""
    _held_with_attempt.get(attempt_id)
    return _held_attempt.get(attempt_id)


def not_open(number: int, state: str) -> Refusal:
    """The refusal of an attempt at a round that is `scheduled` or `closed`."""
    how = "not open yet" if state == "scheduled" else state
    return Refusal("round_not_open", f"Round {number} is {how}.")


def none_left(number: int) -> Refusal:
    """The refusal of an attempt at a round by who has made all of them, or has declared it done."""
    return Refusal("no_attempts_left", f"No attempt at round {number} is left.")


def disqualified() -> Refusal:
    """The refusal of whatever a disqualified entry would do."""
    return Refusal("disqualified", "You are disqualified from this competition; the audit trail says why.")


def begin(*, entry: Entry, round: Round, now: datetime) -> Attempt:
    """One more attempt, running from `now` or from when its turn came. Must be called with the entry locked.

    It locks the competition's row, so that nothing begins while the competition is
    being closed or certified.

    Raises `disqualified`, `round_not_open` and `no_attempts_left`.
    """
    if entry.disqualified_at is not None:
        raise disqualified()
    held = hold(round.competition_id)
    now = max(now, timezone.now())  # by which it may have closed, while somebody else held it
    # Not in the same statement: while that waits for the lock, the round's window may be moved.
    round = _round.get(round.pk)
    round.competition = held
    if round.state(now) != "open":
        raise not_open(round.number, round.state(now))
    made = _newest.first(entry.pk, round.pk) or 0
    allowed = round.competition.attempts
    if entry.is_done_with(round) or (allowed is not None and made >= allowed):
        raise none_left(round.number)
    limit = round.competition.time_limit_s
    return Attempt(
        entry=entry,
        round=round,
        number=made + 1,
        started_at=now,
        times_out_at=None if limit is None else now + timedelta(seconds=limit),
    )


def end(endings: Sequence[Ending], *, now: datetime) -> list[Log]:
    """Give attempts of one competition their scores, let them count if they should, and keep their logs.

    Must be called with their entries locked; it locks the competition. The statements are the same few for
    one attempt and for many, and the change of the standings is announced once.
    """
    if not endings:
        return []
    attempts = [_ended(ending, now) for ending in endings]
    competition = hold(attempts[0].round.competition_id)
    number(competition, attempts, now=now)
    replaced = _count(attempts)
    running = [attempt for attempt in attempts if not attempt._state.adding]
    logs = [_log(ending, now) for ending in endings]
    log_rows.write(
        attempts=[attempt for attempt in attempts if attempt._state.adding],  # over when dealt
        logs=logs,
        replaced=replaced,
        changes={},  # announced below, with the entries
        happened={},  # they are numbered
        stamped=(),
        keep_rejected=0,  # no such log is among them
    )
    if running:
        write_fields(running, WRITTEN_BY_AN_END)
    # Who has played no longer plays, even if nothing counts.
    changed = {each.entry for each in attempts if each.counts or not each._state.adding}
    if changed:
        announce_change(competition, changed)
    if any(each.round.state(now) == "closed" for each in attempts):
        record_states(competition, now)  # these may be the last ones for which the closing waits
    return logs


def log_text(played: Replayed) -> str:
    """The moves in the form in which `Log.moves` keeps them."""
    return json.dumps(played.moves)


def _ended(ending: Ending, now: datetime) -> Attempt:
    attempt, played = ending.attempt, ending.played
    attempt.score, attempt.won, attempt.finished = played.score, played.won, played.finished
    attempt.moves_made = played.ply
    attempt.elapsed_ms = ending.elapsed_ms
    attempt.ended_at = now
    return attempt


def _count(attempts: Sequence[Attempt]) -> list[str]:
    """Let those attempts count that should; give the keys of those that they replace."""
    rounds, entries = {each.round_id for each in attempts}, {each.entry_id for each in attempts}
    before = ending_rows.counting(entries, rounds)
    replaced: list[str] = []
    for attempt in attempts:
        other = before.get((attempt.entry_id, attempt.round_id))
        if let_count(attempt, other, attempt.round.competition) and other is not None:
            replaced.append(other.pk)
    return replaced


def let_count(attempt: Attempt, other: Attempt | None, competition: Competition) -> bool:
    """Let an ended attempt count instead of `other` if that is what the settings ask for; say if it does."""
    attempt.counts = other is None or _replaces(attempt, other, competition)
    return attempt.counts


def _replaces(attempt: Attempt, other: Attempt, competition: Competition) -> bool:
    if competition.counts == Counts.FIRST:
        return attempt.number < other.number
    lowest_wins = attempt.round.deal.game.score_order == "lowest"
    return better(attempt, other, lowest_wins=lowest_wins, tie_breaks=competition.tie_breaks)


def _log(ending: Ending, now: datetime) -> Log:
    attempt = ending.attempt
    return Log(
        entry_id=attempt.entry_id,
        round_id=attempt.round_id,
        attempt=attempt,
        moves=ending.text,
        received_at=now,
    )
