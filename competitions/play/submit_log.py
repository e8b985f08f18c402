"""Submitting a log: it is replayed, kept whatever the verdict, and counted once."""

import hashlib
import json
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Final

from games.replay import Refused, Replayed, replay_from

from ..models import Deal, Entry, Log, Play, Round, Token
from ..refusals import Refusal
from .attempts import log_text
from .store_logs import Submission, store_together

Judgement = Replayed | Refused

LONGEST_KEPT: Final = 64 * 1024
"""How many characters of a rejected log are kept, as JSON; every accepted log is shorter."""

LONGEST_MOVE_KEPT: Final = 32
"""How many characters of each of its moves are kept; every move of a game is shorter."""

REMEMBERED: Final = 4096
"""Rounds, and entries, that a process remembers; an exception is not remembered."""


def round_of(competition_id: str, number: int, now: datetime) -> Round:
    """The round with its competition and its deal; raises DoesNotExist.

    Once it has opened, it is given as it was first read: what judging a log needs
    never changes then, which is the deal, the kind of play, what counts and the
    opening. What may change is read in the transaction that stores the log.
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
    """The player's entry as first read; raises DoesNotExist."""
    return Entry.objects.get(competition=competition_id, player=player_id)


def judge(*, deal: Deal, moves: Sequence[str]) -> Judgement:
    """What the rules say about these moves on this deal: pure and slow, so before any lock."""
    return replay_from(deal.opening, moves)


def require_open_play(round: Round) -> None:
    """Raises `wrong_state` if only the server knows the deal: a log of it could only be a guess."""
    if round.competition.play != Play.OPEN:
        raise Refusal("wrong_state", "This round is sealed: it is played on the server, move by move.")


def submit_log(
    *,
    entry: Entry,
    round: Round,
    moves: Sequence[str],
    verdict: Judgement,
    now: datetime,
    token: Token | None = None,
    along: Callable[[Log], None] | None = None,
) -> Log:
    """The stored log with its verdict.

    An accepted log is an attempt that begins and ends in one transaction; a rejected
    one is kept and uses no attempt. A log that is stored already is returned
    unchanged. `along`, if given, writes what must be stored together with the log or not
    at all: in the same transaction, and again if that transaction is rolled back. The `token`
    that it was sent with, if any, may have been revoked since it was read.

    Raises `unauthenticated`, `round_not_open` and `no_attempts_left`.
    """
    if isinstance(verdict, Replayed):
        whole = kept = log_text(verdict)
    else:
        whole, kept = json.dumps(list(moves)), _kept(moves, verdict, round.deal.game.move_limit)
    fingerprint = hashlib.sha256(whole.encode()).hexdigest()
    return store_together(Submission(token, entry, round, verdict, kept, fingerprint, now, along))


def _kept(moves: Sequence[str], refused: Refused, limit: int) -> str:
    """The moves of a rejected log that are kept: up to the refused one, because the others were not judged.

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
