"""Submitting a log: it is judged, stored whatever the verdict, and counted once."""

import hashlib
import json
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Final

from games.replay import Refused, Replayed, replay_from

from ..models import Attempt, Deal, Entry, Log, Play, Round, Token
from ..refusals import Refusal
from .attempts import log_text
from .group_commit import GroupCommit
from .store_logs import Submission, store_logs

Judgement = Replayed | Refused

LONGEST_KEPT: Final = 64 * 1024
"""How many characters of a rejected log are kept, as JSON; every accepted log is shorter."""

LONGEST_MOVE_KEPT: Final = 32
"""How many characters of each of its moves are kept; every move of a game is shorter."""

REMEMBERED: Final = 4096
"""How many rounds, and how many entries, a process remembers."""


def round_of(competition_id: str, number: int, now: datetime) -> Round:
    """Return the round with its competition and its deal; raises DoesNotExist.

    A round that has opened is returned as it was first read: its deal, the kind of play, the counting rule
    and the opening do not change any more. What may change is read again when the log is stored.
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
    """Return the player's entry as first read; raises DoesNotExist, which is not remembered."""
    return Entry.objects.get(competition=competition_id, player=player_id)


def require_open_play(round: Round) -> None:
    """Raises `wrong_state` for a sealed round: nobody but the server knows its deal."""
    if round.competition.play != Play.OPEN:
        raise Refusal("wrong_state", "This round is sealed: it is played on the server, move by move.")


def judge(*, deal: Deal, moves: Sequence[str]) -> Judgement:
    """Replay the moves by the rules. This is slow, so it comes before any lock."""
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
    """Store a judged log; return it, or the same log if it was stored before.

    An accepted log uses up an attempt, a rejected one does not. `token` is the one that the log was sent
    with: it may have been revoked since it was read. `keep` is called with the stored log in the same
    transaction, and again if that is rolled back.

    Raises `unauthenticated`, `disqualified`, `round_not_open` and `no_attempts_left`.
    """
    log = Log(entry=entry, round=round, received_at=now)
    if isinstance(verdict, Replayed):
        whole = log.moves = log_text(verdict)
        log.attempt = _attempt(entry, round, verdict, now)
    else:
        whole, log.moves = json.dumps(list(moves)), _kept(moves, verdict, round.deal.game.move_limit)
        log.code, log.ply, log.error = verdict.code, verdict.ply, verdict.error[:400]
    log.fingerprint = hashlib.sha256(whole.encode()).hexdigest()
    return store_together(Submission(log, token, keep))


store_together: Final = GroupCommit(store_logs)


def _attempt(entry: Entry, round: Round, played: Replayed, now: datetime) -> Attempt:
    """An attempt that begins and ends at the same moment. It gets its number when it is stored."""
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


def _kept(moves: Sequence[str], refused: Refused, limit: int) -> str:
    """The judged moves of a rejected log, up to the refused one, as JSON.

    The fingerprint is still that of the whole log.
    """
    kept: list[str] = []
    length = 0
    for move in moves[: limit if refused.ply is None else refused.ply + 1]:
        text = json.dumps(move[:LONGEST_MOVE_KEPT])
        length += len(text) + len(", ")
        if length > LONGEST_KEPT:
            break
        kept.append(text)
    return f"[{', '.join(kept)}]"
