"""Sending a log: it is replayed, kept whatever the verdict, and counted once."""

import hashlib
import json
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction

from games.replay import Refused, Replayed, replay

from ..models import Deal, Entry, Log, Play, Round
from ..refusals import Refusal
from .attempts import Ending, begin, end, lock_entry, log_text

Verdict = Replayed | Refused


def judge(*, deal: Deal, moves: Sequence[str]) -> Verdict:
    """What the rules say of these moves on this deal: pure and slow, so before any lock."""
    return replay(deal.game, deal.seed, deal.rules, moves)


def require_open_play(round: Round) -> None:
    """Raises `wrong_state` where only the server knows the deal: a log of it could only be a guess."""
    if round.competition.play != Play.OPEN:
        raise Refusal("wrong_state", "This round is sealed: it is played on the server, move by move.")


def submit_log(*, entry: Entry, round: Round, moves: Sequence[str], verdict: Verdict, now: datetime) -> Log:
    """The stored log with its verdict.

    An accepted log is an attempt begun, played and ended, in one transaction
    that holds the entry's row; a rejected one is kept and uses none. A log
    already stored is returned as it is.

    Raises `round_not_open` and `no_attempts_left`.
    """
    text = log_text(verdict) if isinstance(verdict, Replayed) else json.dumps(list(moves))
    fingerprint = hashlib.sha256(text.encode()).hexdigest()
    with transaction.atomic():
        entry = lock_entry(entry)
        stored = entry.logs.filter(round=round, fingerprint=fingerprint).first()
        if stored is not None:
            return stored
        attempt = begin(entry=entry, round=round, now=now)
        if isinstance(verdict, Replayed):
            [log] = end([Ending(attempt, verdict, elapsed_ms=None, fingerprint=fingerprint)], now=now)
            return log
        return Log.objects.create(
            entry=entry,
            round=round,
            moves=text,
            fingerprint=fingerprint,
            code=verdict.code,
            ply=verdict.ply,
            error=verdict.error[:400],
            received_at=now,
        )
