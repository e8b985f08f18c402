"""Storing several logs of whole games in one transaction, with the same few statements for all."""

from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime
from functools import cached_property
from typing import Final, NamedTuple

from django.db.models import Case, Count, F, Max, Value, When, Window
from django.db.models.functions import RowNumber
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ..ledger.ledger import CompetitionChange, hold_all, in_key_order, record
from ..models import Act, Attempt, Competition, Entry, Log, Round, Token
from ..people.bans import require_not_barred
from ..refusals import Refusal
from .attempts import disqualified, let_count, none_left, not_open

REJECTED_KEPT: Final = 20
"""The greatest number of rejected logs that are kept for each entry and round. The newest are kept."""


class Submission(NamedTuple):
    """A log with its verdict, on its way to the database."""

    log: Log
    """The log to store, with its round and the round's competition loaded. An accepted log has an attempt,
    which gets its number when it is stored."""
    token: Token | None
    """The API token with which the log was sent; None without one."""
    keep: Callable[[Log], None] | None
    """None, or a function that is called with the stored log in the same transaction."""


def store_logs(submissions: Sequence[Submission]) -> list[Log | Exception]:
    """Store logs in their order. For each, return the stored log, or the exception that refuses it.

    Must be called in a transaction. This locks the entries' rows, then the competitions' rows. So no two
    transactions add attempts of an entry at once, and none adds one while the competition is being closed or
    certified.
    """
    batch = _Batch(submissions)
    outcomes = [batch.outcome(each) for each in submissions]
    batch.write(max(each.log.received_at for each in submissions))
    for each, outcome in zip(submissions, outcomes, strict=True):
        if each.keep is not None and isinstance(outcome, Log):
            each.keep(outcome)
    return outcomes


class _Batch:
    """The rows that were read for a batch of logs, and the rows that are to be written."""

    def __init__(self, submissions: Sequence[Submission]) -> None:
        """Lock and read the rows. This takes five statements, and one more for each of these that the batch
        has: tokens, repeated logs, earlier attempts, and entries that were granted time or attempts."""
        logs = [each.log for each in submissions]
        entries, rounds = {each.entry_id for each in logs}, {each.round_id for each in logs}
        locked = Entry.objects.select_for_update().filter(pk__in=entries)
        self.entries = {each.pk: each for each in in_key_order(locked, entries)}
        self.competitions = hold_all({each.round.competition_id for each in logs})
        # The rows are locked now, so attempts and logs of these entries do not change from here on.
        attempts = Attempt.objects.filter(entry__in=entries, round__in=rounds)
        numbers = attempts.values_list("entry", "round").annotate(made=Max("number"))
        self.made = {(entry, round): number for entry, round, number in numbers}
        """The number of the last attempt, keyed by the primary keys of entry and round. A new attempt of this
        batch becomes the last one when it is added."""
        has_grants = any(each.granted for each in self.entries.values())
        regained = attempts.filter(given_back=True) if has_grants else Attempt.objects.none()
        counts = regained.order_by().values_list("entry", "round").annotate(given_back=Count("pk"))
        self.given_back = {(entry, round): count for entry, round, count in counts}
        """How many fresh attempts organisers have granted, keyed by the primary keys of entry and round."""
        counting = attempts.filter(counts=True) if self.made else ()
        self.counting = {(each.entry_id, each.round_id): each for each in counting}
        same = Log.objects.filter(entry__in=entries, fingerprint__in={each.fingerprint for each in logs})
        repeated = list(same.values_list("pk", flat=True))  # nearly always empty, so `stored` needs no query
        stored = Log.objects.select_related("attempt").filter(pk__in=repeated) if repeated else ()
        self.stored = {(each.entry_id, each.round_id, each.fingerprint): each for each in stored}
        """The stored logs, keyed by the primary keys of entry and round and by the fingerprint. A log with a
        key that is already here is not stored again. New logs of this batch are added."""
        tokens = {each.token.pk for each in submissions if each.token}
        live = Token.objects.filter(pk__in=tokens, revoked_at=None).select_related("player")
        self.callers = {token.pk: token.player for token in live}
        """The player of each token that was not revoked, keyed by the token's primary key."""
        self.rounds = {each.pk: each for each in Round.objects.filter(pk__in=rounds).order_by()}
        self.locked_at = timezone.now()
        self.new: list[Log] = []
        self.attempts: dict[str, list[Attempt]] = defaultdict(list)
        """The new attempts, keyed by the competition's id. `changed` and `replaced` have the same keys."""
        self.changed: dict[str, set[Entry]] = defaultdict(set)
        """The entries whose standings may change, keyed by the competition's id. While results are hidden,
        every entry with a new attempt is among them."""
        self.replaced: dict[str, list[Attempt]] = defaultdict(list)
        """The stored attempts that no longer count because a new attempt does, keyed by the competition's
        id."""

    @cached_property
    def closed_early(self) -> set[str]:
        """The ids of the competitions that an organiser closed early."""
        acts = Act.objects.filter(competition__in=self.competitions, act="close")
        return set(acts.values_list("competition", flat=True))

    def outcome(self, submission: Submission) -> Log | Exception:
        """Return the log as it will be stored. If the same log is stored already, return the stored one. If
        the log is refused, return the refusal."""
        try:
            return self._accept(submission)
        except Refusal as refusal:
            return refusal

    def write(self, now: datetime) -> None:
        """Store the new attempts and logs. `record` stores the attempts, after the states that the
        attempts' competitions have reached by `now`."""
        changes = [
            CompetitionChange(self.competitions[pk], rows, self.changed[pk], replaced=self.replaced[pk])
            for pk, rows in self.attempts.items()
        ]
        record(*changes, now=now)
        Log.objects.bulk_create(self.new)
        _drop_rejected([log for log in self.new if log.code])

    def _accept(self, submission: Submission) -> Log:
        log, token = submission.log, submission.token
        entry, round = self.entries.get(log.entry_id), self.rounds.get(log.round_id)
        competition = self.competitions.get(log.round.competition_id)
        if entry is None or round is None or competition is None:
            raise Refusal("not_found", _("This contest is gone."))
        if token is not None:
            if token.pk not in self.callers:
                raise Refusal("unauthenticated", _("This token was revoked."))
            require_not_barred(self.callers[token.pk], log.received_at)
        same = log.entry_id, log.round_id, log.fingerprint
        if same in self.stored:
            return self.stored[same]
        if entry.disqualified_at is not None:
            raise disqualified()
        round.competition = competition
        self._require_an_attempt(log, entry, round)
        if log.attempt is not None:
            log.attempt.entry = entry  # as it is stored now
            self._add(log.attempt, competition)
        self.new.append(log)
        self.stored[same] = log
        return log

    def _require_an_attempt(self, log: Log, entry: Entry, round: Round) -> None:
        state = self._state(round, log.received_at)
        if state != "open":
            raise not_open(round.number, state)
        allowed = round.competition.attempts
        at = entry.pk, round.pk
        made = self.made.get(at, 0) - self.given_back.get(at, 0)
        if entry.is_done_with(round) or (allowed is not None and made >= allowed):
            raise none_left(round.number)

    def _state(self, round: Round, received_at: datetime) -> str:
        """The round's state for a log that came at `received_at`. A log that came before the round's end is
        in time even if it is stored later, unless an organiser has closed the competition early."""
        state = round.state(received_at)
        if state == "open" and round.state(self.locked_at) == "closed":
            return "closed" if round.competition_id in self.closed_early else state
        return state

    def _add(self, attempt: Attempt, competition: Competition) -> None:
        """Give a new attempt its number, decide whether it counts, and add what else must be written to
        `changed` and `replaced`."""
        at = attempt.entry_id, attempt.round_id
        attempt.number = self.made[at] = self.made.get(at, 0) + 1
        self.attempts[competition.pk].append(attempt)
        other = self.counting.get(at)
        counts = let_count(attempt, other, competition)
        if counts or competition.hides_results(attempt.started_at):
            # While results are hidden, the version of the standings grows for every attempt. If it grew only
            # for better results, it would reveal which attempts are better.
            self.changed[competition.pk].add(attempt.entry)
        if counts:
            self.counting[at] = attempt
            if other is not None and other._state.adding:  # the other attempt is in this batch
                other.counts = False
            elif other is not None:
                self.replaced[competition.pk].append(other)


def _drop_rejected(new: Sequence[Log]) -> None:
    """Delete all but the newest `REJECTED_KEPT` rejected logs of each entry and round in `new`."""
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
