"""The life of an attempt: one more begun, and one ended with a score that may come to count."""

import json
from datetime import datetime, timedelta

from games.replay import Replayed

from ..live.announcing import announce_change
from ..models import Attempt, Counts, Entry, Log, Round
from ..problems import Refusal


def lock_entry(entry: Entry) -> Entry:
    """The entry with its row held until the transaction ends, so that its attempts come one by one."""
    return Entry.objects.select_for_update(of=("self",)).select_related("competition").get(pk=entry.pk)


def begin(*, entry: Entry, round: Round, now: datetime) -> Attempt:
    """One more attempt, running from `now`. To be called with the entry locked.

    It holds the competition's row from here on, so that nothing begins in one
    that is being closed or certified at the same moment.

    Raises `round_not_open` and `no_attempts_left`.
    """
    held = Round.objects.select_for_update(of=("competition",), no_key=True)
    round = held.select_related("competition", "deal").get(pk=round.pk)
    if round.state(now) != "open":
        raise Refusal("round_not_open", f"Round {round.number} is {round.state(now)}.")
    made = entry.attempts.filter(round=round).count()
    allowed = round.competition.attempts
    if allowed is not None and made >= allowed:
        raise Refusal("no_attempts_left", f"All {allowed} attempts at round {round.number} are used.")
    limit = round.competition.time_limit_s
    return Attempt(
        entry=entry,
        round=round,
        number=made + 1,
        started_at=now,
        times_out_at=None if limit is None else now + timedelta(seconds=limit),
    )


def end(attempt: Attempt, *, entry: Entry, played: Replayed, elapsed_ms: int | None, now: datetime) -> None:
    """Give the attempt its score and let it count where it should. To be called with the entry locked."""
    attempt.score, attempt.won, attempt.finished = played.score, played.won, played.finished
    attempt.moves_made = played.ply
    attempt.elapsed_ms = elapsed_ms
    attempt.ended_at = now
    before = entry.attempts.select_related("round__deal").filter(round=attempt.round, counts=True).first()
    attempt.counts = before is None or _replaces(attempt, before, entry.competition.counts)
    if not attempt.counts:
        attempt.save()
        return
    gone = 0
    if before is not None:
        gone = _gain(before)
        Attempt.objects.filter(pk=before.pk).update(counts=False)
    attempt.save()
    entry.gain += _gain(attempt) - gone
    entry.played = True
    entry.save(update_fields=["gain", "played"])
    announce_change(entry.competition)


def log_text(played: Replayed) -> str:
    """The moves as `Log.moves` keeps them."""
    return json.dumps(played.moves)


def keep_log(attempt: Attempt, *, played: Replayed, now: datetime) -> Log:
    """The log of a game that was played on the server."""
    return Log.objects.create(
        entry=attempt.entry, round=attempt.round, attempt=attempt, moves=log_text(played), received_at=now
    )


def _gain(attempt: Attempt) -> int:
    """How much better the attempt is than none."""
    return abs(attempt.round.deal.worst_score - attempt.score)


def _replaces(attempt: Attempt, before: Attempt, counts: str) -> bool:
    if counts == Counts.FIRST:
        return attempt.number < before.number
    return _gain(attempt) > _gain(before)
