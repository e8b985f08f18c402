"""Storing logs together that come at the same time: one commit, and the same few statements for all."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property, partial
from typing import Final, NamedTuple

from django.db.models import Case, F, Max, Value, When, Window
from django.db.models.functions import RowNumber
from django.utils import timezone

from games.replay import Refused, Replayed

from ..ledger.ledger import Happened, hold_all, one_by_one, record_all
from ..models import Act, Attempt, Competition, Entry, Log, Player, Round, Token
from ..people.bans import require_not_barred
from ..refusals import Refusal
from .attempts import disqualified, let_count, none_left, not_open
from .group_commit import Decided, Together

REJECTED_KEPT: Final = 20
"""How many rejected logs of an entry at a round are kept: the newest ones."""

EntryAtRound = tuple[str, int]
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
    def at(self) -> EntryAtRound:
        return self.entry.pk, self.round.pk


class BatchRows(NamedTuple):
    """What the database has for some logs, in the transaction that is to store them."""

    entries: Mapping[str, Entry]
    competitions: Mapping[str, Competition]
    rounds: Mapping[int, Round]
    tokens: Mapping[str, Player]
    """Whose the tokens are with which they were sent, of those that are live."""
    made: dict[EntryAtRound, int]
    """How many attempts each entry has made at each round; nothing where it has made none."""
    counting: dict[EntryAtRound, Attempt]
    logs: dict[tuple[EntryAtRound, str | None], Log]
    """The same logs, sent before, by their fingerprints."""


def decide(submissions: Sequence[Submission]) -> Decided[Log]:
    """Take logs one after the other: each as it is to be stored, or why it is refused, and how to store them.

    Must be called in a transaction. It locks the rows of the entries, then those of
    the competitions, so that no attempt begins twice, and none begins in a
    competition that is being closed or certified.
    """
    batch = _Batch(_look_up(submissions), timezone.now())
    outcomes = [_outcome(batch, submission) for submission in submissions]
    along = [
        partial(submission.along, outcome)
        for submission, outcome in zip(submissions, outcomes, strict=True)
        if submission.along is not None and isinstance(outcome, Log)
    ]
    return Decided(outcomes, partial(_write, batch, along, max(each.now for each in submissions)))


def _write(batch: "_Batch", along: Sequence[Callable[[], None]], now: datetime) -> None:
    batch.write(now)
    for write in along:
        write()


store_together: Final = Together(decide)
"""Gives the stored log of a submission, or raises why `decide` refuses it."""


def _look_up(submissions: Sequence[Submission]) -> BatchRows:
    """How things stand; it locks the rows of the entries and then of the competitions, in the order of their
    keys, as everywhere."""
    entries = {each.entry.pk for each in submissions}
    rounds = {each.round.pk for each in submissions}
    locked = Entry.objects.select_for_update().filter(pk__in=entries).only("disqualified_at", "done")
    held = {each.pk: each for each in one_by_one(locked, entries)}
    competitions = hold_all({each.round.competition_id for each in submissions})
    # From here on nobody else changes what is read.
    attempts = Attempt.objects.filter(entry__in=entries, round__in=rounds)
    numbers = attempts.values_list("entry", "round").annotate(made=Max("number"))
    made = {(entry, round): number for entry, round, number in numbers}
    counting = attempts.filter(counts=True) if made else ()
    sent = Log.objects.filter(entry__in=entries, fingerprint__in={each.fingerprint for each in submissions})
    repeated = list(sent.values_list("pk", flat=True))  # hardly ever any
    tokens = Token.objects.filter(
        pk__in={each.token.pk for each in submissions if each.token}, revoked_at=None
    ).select_related("player")
    return BatchRows(
        entries=held,
        competitions=competitions,
        rounds={each.pk: each for each in Round.objects.filter(pk__in=rounds).order_by()},
        tokens={token.pk: token.player for token in tokens},
        made=made,
        counting={(each.entry_id, each.round_id): each for each in counting},
        logs={
            ((each.entry_id, each.round_id), each.fingerprint): each
            for each in (Log.objects.select_related("attempt").filter(pk__in=repeated) if repeated else ())
        },
    )


def _outcome(batch: "_Batch", submission: Submission) -> Log | Exception:
    try:
        return batch.take(submission)
    except Refusal as refusal:
        return refusal


class _Batch:
    """What is to be written for logs that are stored together."""

    def __init__(self, found: BatchRows, held_at: datetime) -> None:
        self.found = found
        self.held_at = held_at
        """When their rows were locked."""
        self.logs: list[Log] = []
        self.attempts: dict[str, list[Attempt]] = defaultdict(list)
        """By competition."""
        self.changed: dict[str, set[Entry]] = defaultdict(set)
        """The entries whose counting result is another one, or may be for all that others know, by
        competition."""
        self.replaced: dict[str, list[Attempt]] = defaultdict(list)
        """Stored attempts that count no longer, by competition."""

    @cached_property
    def closed_early(self) -> set[str]:
        """The competitions that an organiser has closed."""
        acts = Act.objects.filter(competition__in=self.found.competitions, act="close")
        return set(acts.values_list("competition", flat=True))

    def take(self, submission: Submission) -> Log:
        """The log of one more submission; raises Refusal."""
        found = self.found
        entry = found.entries.get(submission.entry.pk)
        round = found.rounds.get(submission.round.pk)
        competition = found.competitions.get(submission.round.competition_id)
        if entry is None or round is None or competition is None:
            raise Refusal("not_found", "This contest is gone.")
        if submission.token is not None:
            if submission.token.pk not in found.tokens:
                raise Refusal("unauthenticated", "This token was revoked.")
            require_not_barred(found.tokens[submission.token.pk], submission.now)
        log = found.logs.get((submission.at, submission.fingerprint))
        if log is not None:
            return log
        if entry.disqualified_at is not None:
            raise disqualified()
        round.competition = competition
        self._require_an_attempt(submission, entry, round)
        log = self._log(submission, round)
        self.logs.append(log)
        found.logs[submission.at, submission.fingerprint] = log
        return log

    def write(self, now: datetime) -> None:
        """Store all of it; what is numbered comes after the states that are due by `now`."""
        happened = [
            Happened(self.found.competitions[pk], rows, self.changed[pk], replaced=self.replaced[pk])
            for pk, rows in self.attempts.items()
        ]
        record_all(happened, now=now)
        Log.objects.bulk_create(self.logs)
        _drop_rejected([log for log in self.logs if log.code])

    def _require_an_attempt(self, submission: Submission, entry: Entry, round: Round) -> None:
        state = self._state(submission, round)
        if state != "open":
            raise not_open(round.number, state)
        allowed = round.competition.attempts
        made = self.found.made.get(submission.at, 0)
        if entry.is_done_with(round) or (allowed is not None and made >= allowed):
            raise none_left(round.number)

    def _state(self, submission: Submission, round: Round) -> str:
        """The state of the round for this log, which is in time if it came before the round's end.

        If the organiser has closed the round early, its turn must have come before that, too.
        """
        state = round.state(submission.now)
        if state == "open" and round.state(self.held_at) == "closed":
            return "closed" if round.competition_id in self.closed_early else state
        return state

    def _log(self, submission: Submission, round: Round) -> Log:
        log = Log(
            entry=submission.entry,
            round=submission.round,
            moves=submission.text,
            fingerprint=submission.fingerprint,
            received_at=submission.now,
        )
        verdict = submission.verdict
        if isinstance(verdict, Replayed):
            log.attempt = self._attempt(submission, verdict, round.competition)
        else:
            log.code, log.ply, log.error = verdict.code, verdict.ply, verdict.error[:400]
        return log

    def _attempt(self, submission: Submission, played: Replayed, competition: Competition) -> Attempt:
        """An attempt that began and ended at the same moment, and counts if it should."""
        found, at = self.found, submission.at
        found.made[at] = found.made.get(at, 0) + 1
        attempt = Attempt(
            entry=submission.entry,
            player_id=submission.entry.player_id,
            round=submission.round,
            number=found.made[at],
            started_at=submission.now,
            ended_at=submission.now,
            score=played.score,
            won=played.won,
            finished=played.finished,
            moves_made=played.ply,
        )
        self.attempts[competition.pk].append(attempt)
        other = found.counting.get(at)
        counts = let_count(attempt, other, competition)
        if counts or competition.hides_results(submission.now):
            # Else the version of standings that hide it would tell which attempts are the better ones.
            self.changed[competition.pk].add(submission.entry)
        if counts:
            found.counting[at] = attempt
            if other is not None and other._state.adding:  # it belongs to this batch
                other.counts = False
            elif other is not None:
                self.replaced[competition.pk].append(other)
        return attempt


def _drop_rejected(new: Sequence[Log]) -> None:
    """Delete old rejected logs of the entries with new ones at the same rounds, and keep the newest."""
    if not new:
        return
    newest_first = Case(When(pk__in=[each.pk for each in new], then=Value(0)), default=Value(1))
    place = Window(
        RowNumber(),
        partition_by=[F("entry"), F("round")],
        order_by=[newest_first, F("received_at").desc(), F("pk").desc()],
    )
    rejected = Log.objects.exclude(code="").filter(
        entry__in={each.entry_id for each in new}, round__in={each.round_id for each in new}
    )
    beyond = rejected.annotate(place=place).filter(place__gt=REJECTED_KEPT)
    Log.objects.filter(pk__in=list(beyond.values_list("pk", flat=True))).delete()
