"""Submitting a log, the moves of a whole game. Rejected logs are stored too. Repeated logs count once."""

import hashlib
import json
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Final

from django.utils.translation import gettext_lazy as _

from games.replay import Refused, Replayed, replay_from

from ..metrics import LOGS
from ..models import Attempt, Deal, Entry, Log, Play, Round, Token
from ..refusals import Refusal
from ..translatable import message_json
from .group_commit import GroupCommit
from .store_logs import Submission, store_logs

Judgement = Replayed | Refused

LONGEST_KEPT: Final = 64 * 1024
"""The greatest number of characters that are kept of a rejected log's moves, counted as JSON strings. No
accepted log is longer."""

LONGEST_MOVE_KEPT: Final = 32
"""The greatest number of characters that are kept of each move in a rejected log. Every valid move is
shorter."""

REMEMBERED: Final = 4096
"""The greatest number of rounds that a process remembers, and the greatest number of entries."""


def round_of(competition_id: str, number: int, now: datetime) -> Round:
    """Return the round with its competition and its deal. Raises DoesNotExist.

    A round that has opened is remembered as it was first read, because its deal, the kind of play, the
    counting rule and the opening do not change any more. What may change is read again when the log is
    stored.
    """
    round = _opened.get((competition_id, number))
    if round is not None:
        return round
    rounds = Round.objects.select_related("competition", "deal")
    round = rounds.get(competition=competition_id, number=number)
    if round.state(now) != "scheduled":
        if len(_opened) >= REMEMBERED:
            _opened.clear()
        _opened[competition_id, number] = round
    return round


_opened: dict[tuple[str, int], Round] = {}


@lru_cache(REMEMBERED)
def entry_of(competition_id: str, player_id: str) -> Entry:
    """Return the player's entry as it was first read. Raises DoesNotExist; a missing entry is not
    remembered."""
    return Entry.objects.get(competition=competition_id, player=player_id)


def require_open_play(round: Round) -> None:
    """Raises `wrong_state` for a sealed round, whose deal only the server knows."""
    if round.competition.play != Play.OPEN:
        raise Refusal("wrong_state", _("This round is sealed: it is played on the server, move by move."))


def judge(*, deal: Deal, moves: Sequence[str]) -> Judgement:
    """Replay the moves by the rules. Call this before locking rows, since replaying is slow."""
    return replay_from(deal.opening, moves)


def submit_log(
    *,
    entry: Entry,
    round: Round,
    moves: Sequence[str],
    verdict: Judgement,
    now: datetime,
    token: Token | None = None,
    keep: Callable[[Log], None] | None = None,
) -> Log:
    """Store a log with its verdict, and return it. If the same log was stored before, return that log.

    An accepted log uses up an attempt, and a rejected log does not. The `token` with which the log was sent
    must not be revoked meanwhile. `keep` is called with the stored log in the same transaction. If that
    transaction is rolled back, `keep` is called again in the next one.

    Raises `not_found` if the competition was deleted, `unauthenticated` if the token was revoked, and
    `banned` or `suspended` if the token's player is. Raises `disqualified` for a disqualified entry,
    `round_not_open` if the log came too early or too late, and `no_attempts_left` if the entry has no
    attempts left.
    """
    log = Log(entry=entry, round=round, received_at=now)
    if isinstance(verdict, Replayed):
        whole = log.moves = list(verdict.moves)
        log.attempt = _attempt(entry, round, verdict, now)
    else:
        whole, log.moves = list(moves), _kept(moves, verdict, round.deal.game.move_limit)
        log.code, log.ply, log.reason = verdict.code, verdict.ply, message_json(verdict.reason)
    log.fingerprint = hashlib.sha256(json.dumps(whole).encode()).hexdigest()
    stored = store_together(Submission(log, token, keep))
    LOGS.labels(verdict.code if isinstance(verdict, Refused) else "accepted").inc()
    return stored


store_together: Final = GroupCommit(store_logs)


def _attempt(entry: Entry, round: Round, played: Replayed, now: datetime) -> Attempt:
    """A new attempt that begins and ends at the same moment. It gets its number when it is stored."""
    return Attempt(
        entry=entry,
        player_id=entry.player_id,
        round=round,
        started_at=now,
        ended_at=now,
        score=played.score,
        won=played.won,
        finished=played.finished,
        moves_made=played.ply,
    )


def _kept(moves: Sequence[str], refused: Refused, limit: int) -> list[str]:
    """The moves to store of a rejected log: those up to and including the refused move, or the first `limit`
    if no single move was refused. Long moves are cut, and moves beyond `LONGEST_KEPT` characters are left
    out.

    The log's fingerprint is computed from all moves, including those that are not kept.
    """
    kept: list[str] = []
    length = 0
    for move in moves[: limit if refused.ply is None else refused.ply + 1]:
        length += len(json.dumps(move[:LONGEST_MOVE_KEPT]))
        if length > LONGEST_KEPT:
            break
        kept.append(move[:LONGEST_MOVE_KEPT])
    return kept
