"""Storing logs together that come at the same time: one commit, and the same few statements for all."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

from django.utils import timezone

from games.replay import Refused, Replayed

from ..live.announcing import tell_after_commit
from ..models import Act, Attempt, Entry, Log, Round, Token
from ..models.entries import marks
from ..recording.states import record_due
from ..refusals import Refusal
from . import log_rows
from .attempts import disqualified, let_count, none_left, not_open
from .log_rows import Found, Sent
from .together import Decided, Together

REJECTED_KEPT: Final = 20
"""How many rejected logs of an entry at a round are kept: the newest ones."""

At = tuple[str, int]
"""An entry at a round."""


@dataclass(frozen=True)
class Submission:
    """A judged log on its way to the database."""

    token: Token | None
    """None if it was not sent with a token."""
    entry: Entry
    round: Round
    """It has its competition and its deal loaded."""
    verdict: Replayed | Refused
    text: str
    """The moves in the form in which they are kept."""
    fingerprint: str
    now: datetime
    along: Callable[[Log], None] | None
    """Writes what must be stored together with the log or not at all, if there is anything."""

    @property
    def at(self) -> At:
        return self.entry.pk, self.round.pk


def decide(submissions: Sequence[Submission]) -> Decided[Log]:
    """Take logs one after the other: each as it is to be stored, or why it is refused, and how to store them.

    Must be called in a transaction. It locks the rows of the entries, then those of
    the competitions, so that no attempt begins twice, and none begins in a
    competition that is being closed or certified.
    """
    sent = [
        Sent(
            each.token and each.token.pk,
            each.entry.pk,
            each.round.pk,
            each.round.competition_id,
            each.fingerprint,
        )
        for each in submissions
    ]
    held = log_rows.look_up(sent)
    batch = _Batch(timezone.now())
    _record_due(held, max(each.now for each in submissions))
    outcomes = [
        _outcome(batch, submission, found) for submission, found in zip(submissions, held, strict=True)
    ]
    along = [
        partial(submission.along, outcome)
        for submission, outcome in zip(submissions, outcomes, strict=True)
        if submission.along is not None and isinstance(outcome, Log)
    ]
    return Decided(outcomes, partial(_write, batch, along))


def _record_due(held: Sequence[Found | None], now: datetime) -> None:
    """Let no result be numbered before the states to which its competition came before."""
    for found in held:
        if found is not None:
            record_due(found.round.competition, now)


def _write(batch: "_Batch", along: Sequence[Callable[[], None]], *, commit: bool) -> None:
    batch.write(commit=commit and not along)
    for write in along:
        write()


store_together: Final = Together(decide)
"""Gives the stored log of a submission, or raises why `decide` refuses it."""


def _outcome(batch: "_Batch", submission: Submission, found: Found | None) -> Log | Exception:
    try:
        return batch.take(submission, found)
    except Refusal as refusal:
        return refusal


class _Batch:
    """What is to be written for logs that are stored together."""

    def __init__(self, held_at: datetime) -> None:
        self.held_at = held_at
        """When their rows were locked."""
        self.logs: dict[tuple[At, str], Log] = {}
        self.attempts: list[Attempt] = []
        self.made: dict[At, int] = {}
        self.counting: dict[At, Attempt | None] = {}
        self.replaced: list[str] = []
        self.changed: set[str] = set()
        self.changes: Counter[str] = Counter()
        self.happened: Counter[str] = Counter()

    def take(self, submission: Submission, found: Found | None) -> Log:
        """The log of one more submission; `found` is what the database had before this batch."""
        if found is None:
            raise Refusal("not_found", "This competition is gone.")
        if found.revoked:
            raise Refusal("unauthenticated", "This token was revoked.")
        log = found.stored or self.logs.get((submission.at, submission.fingerprint))
        if log is not None:
            return log
        if found.disqualified:
            raise disqualified()
        self._require_an_attempt(submission, found)
        log = self._log(submission, found)
        self.logs[submission.at, submission.fingerprint] = log
        return log

    def write(self, *, commit: bool) -> None:
        log_rows.write(
            attempts=self.attempts,
            logs=list(self.logs.values()),
            replaced=self.replaced,
            changes=self.changes,
            happened=self.happened,
            stamped=self.changed,
            keep_rejected=REJECTED_KEPT,
            commit=commit,
        )
        tell_after_commit(self.changes)

    def _require_an_attempt(self, submission: Submission, found: Found) -> None:
        number, state = submission.round.number, self._state(submission, found.round)
        if state != "open":
            raise not_open(number, state)
        made = self.made.setdefault(submission.at, found.made)
        allowed = found.round.competition.attempts
        if marks(found.done, submission.round) or (allowed is not None and made >= allowed):
            raise none_left(number)

    def _state(self, submission: Submission, round: Round) -> str:
        """The state of the round for this log, which is in time if it came before the round's end.

        Only where the organiser has closed early, it must have its turn before that too.
        """
        state = round.state(submission.now)
        if state == "open" and round.state(self.held_at) == "closed" and _closed_early(round):
            return "closed"
        return state

    def _log(self, submission: Submission, found: Found) -> Log:
        log = Log(
            entry=submission.entry,
            round=submission.round,
            moves=submission.text,
            fingerprint=submission.fingerprint,
            received_at=submission.now,
        )
        verdict = submission.verdict
        if isinstance(verdict, Replayed):
            log.attempt = self._attempt(submission, verdict, found)
        else:
            log.code, log.ply, log.error = verdict.code, verdict.ply, verdict.error[:400]
        return log

    def _attempt(self, submission: Submission, played: Replayed, found: Found) -> Attempt:
        """An attempt that began and ended at the same moment, and counts if it should."""
        competition = found.round.competition
        self.made[submission.at] += 1
        self.happened[submission.round.competition_id] += 1
        competition.events += 1
        attempt = Attempt(
            entry=submission.entry,
            round=submission.round,
            number=self.made[submission.at],
            started_at=submission.now,
            ended_at=submission.now,
            score=played.score,
            won=played.won,
            finished=played.finished,
            moves_made=played.ply,
            event=competition.events,
        )
        self.attempts.append(attempt)
        other = self.counting.setdefault(submission.at, found.counting)
        if let_count(attempt, other, competition):
            self.counting[submission.at] = attempt
            self.changed.add(submission.entry.pk)
            self.changes[submission.round.competition_id] += 1
            if other is not None and other._state.adding:  # it belongs to this batch
                other.counts = False
            elif other is not None:
                self.replaced.append(other.pk)
        return attempt


def _closed_early(round: Round) -> bool:
    return Act.objects.filter(competition=round.competition_id, act="close").exists()
