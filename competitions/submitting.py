"""Sending a log: it is replayed, kept whatever the verdict, and counted once."""

import hashlib
import json
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.replay import Refused, Replayed, replay

from .live.announcing import announce_change
from .models import Attempt, Counts, Deal, Entry, Log, Round
from .problems import Refusal

Verdict = Replayed | Refused


def judge(*, deal: Deal, moves: Sequence[str]) -> Verdict:
    """What the rules say of these moves on this deal: pure and slow, so before any lock."""
    return replay(deal.game, deal.seed, deal.rules, moves)


def submit_log(*, entry: Entry, round: Round, moves: Sequence[str], verdict: Verdict, now: datetime) -> Log:
    """The stored log with its verdict.

    An accepted log uses one attempt and moves the entry's gain with it, in one
    transaction that holds the entry's row; a rejected one is kept and uses
    none. A log already stored is returned as it is.

    Raises `round_not_open` and `no_attempts_left`.
    """
    text = json.dumps(verdict.moves if isinstance(verdict, Replayed) else list(moves))
    fingerprint = hashlib.sha256(text.encode()).hexdigest()
    with transaction.atomic():
        entry = Entry.objects.select_for_update(of=("self",)).select_related("competition").get(pk=entry.pk)
        stored = entry.logs.filter(round=round, fingerprint=fingerprint).first()
        if stored is not None:
            return stored
        if round.state(now) != "open":
            raise Refusal("round_not_open", f"Round {round.number} is {round.state(now)}.")
        log = Log(entry=entry, round=round, moves=text, fingerprint=fingerprint, received_at=now)
        _require_attempt_left(entry, round)
        if isinstance(verdict, Replayed):
            log.attempt = _finish_attempt(entry, round, verdict, now)
        else:
            log.code, log.ply, log.error = verdict.code, verdict.ply, verdict.error[:400]
        log.save(force_insert=True)
    return log


def _require_attempt_left(entry: Entry, round: Round) -> None:
    allowed = entry.competition.attempts
    if allowed is not None and entry.attempts.filter(round=round).count() >= allowed:
        raise Refusal("no_attempts_left", f"All {allowed} attempts at round {round.number} are used.")


def _finish_attempt(entry: Entry, round: Round, played: Replayed, now: datetime) -> Attempt:
    """Store a finished attempt and let it count where it should."""
    before = entry.attempts.filter(round=round, counts=True).first()
    gain = abs(round.deal.worst_score - played.score)
    counts = before is None or (
        entry.competition.counts == Counts.BEST and gain > abs(round.deal.worst_score - before.score)
    )
    if before is not None and counts:
        Attempt.objects.filter(pk=before.pk).update(counts=False)
    attempt = Attempt.objects.create(
        entry=entry,
        round=round,
        number=entry.attempts.filter(round=round).count() + 1,
        score=played.score,
        won=played.won,
        finished=played.finished,
        moves=played.ply,
        ended_at=now,
        counts=counts,
    )
    if counts:
        gone = 0 if before is None else abs(round.deal.worst_score - before.score)
        entry.gain += gain - gone
        entry.played = True
        entry.save(update_fields=["gain", "played"])
        announce_change(entry.competition)
    return attempt
