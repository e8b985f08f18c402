"""Beginning and ending attempts, and choosing which of an entry's results at a round counts."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Count, Max, Min, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.replay import Replayed

from ..ledger.ledger import CompetitionChange, hold, record
from ..models import Attempt, Competition, Counts, Entry, Log, Round
from ..refusals import Refusal
from ..standings.results import Result, better
from ..translatable import with_facts


class Ending(NamedTuple):
    """How one attempt ended: the replayed game, and the playing time in milliseconds."""

    attempt: Attempt
    played: Replayed
    elapsed_ms: int


def lock_entry(entry: Entry) -> Entry:
    """Lock the entry's row, so that its attempts are stored one after the other. Return the entry with its
    player."""
    return Entry.objects.select_for_update(of=("self",)).select_related("player").get(pk=entry.pk)


def lock_attempt(attempt_id: str) -> Attempt:
    """Lock the rows of the attempt's entry and of the attempt; return the attempt with its round."""
    Entry.objects.select_for_update(of=("self",)).get(attempts=attempt_id)
    held = Attempt.objects.select_for_update(of=("self",))
    return held.select_related("round__competition").get(pk=attempt_id)


def not_open(number: int, state: str) -> Refusal:
    """The refusal of an attempt at round `number`, whose state is `scheduled` or `closed`."""
    sentence = (
        _("Round %(number)d is not open yet.") if state == "scheduled" else _("Round %(number)d is closed.")
    )
    return Refusal("round_not_open", with_facts(sentence, number=number))


def none_left(number: int) -> Refusal:
    """The refusal of an attempt at round `number` when no attempts are left or the round is declared done."""
    return Refusal(
        "no_attempts_left", with_facts(_("No attempt at round %(number)d is left."), number=number)
    )


def disqualified() -> Refusal:
    """The refusal of anything that a disqualified entry tries to do."""
    return Refusal("disqualified", _("You are disqualified from this contest; the audit trail says why."))


def begin(*, entry: Entry, round: Round, now: datetime) -> Attempt:
    """Return a new running attempt, not stored yet. The caller must have locked the entry's row.

    This function locks the competition's row, so that no attempt begins while the competition is being closed
    or certified. The attempt starts at `now`, or when that lock was taken, whichever is later.

    Raises `disqualified` for a disqualified entry, `round_not_open` if the round is not open or its deal is
    not found yet, and `no_attempts_left` if the entry has used up its attempts.
    """
    if entry.disqualified_at is not None:
        raise disqualified()
    held = hold(round.competition_id)
    now = max(now, timezone.now())  # the competition may have closed while `hold` waited
    # The round is read after `hold`, since its window may be moved while `hold` waits for the lock.
    round = Round.objects.select_related("deal").get(pk=round.pk)
    round.competition = held
    if round.state(now) != "open":
        raise not_open(round.number, round.state(now))
    if not round.deal.is_found(now):
        raise not_open(round.number, "scheduled")
    made = entry.attempts.filter(round=round).aggregate(
        last=Max("number"), given_back=Count("pk", filter=Q(given_back=True))
    )
    number = (made["last"] or 0) + 1
    allowed = round.competition.attempts
    if entry.is_done_with(round) or (allowed is not None and number - made["given_back"] > allowed):
        raise none_left(round.number)
    limit = round.competition.time_limit_s
    return Attempt(
        entry=entry,
        player_id=entry.player_id,
        round=round,
        number=number,
        started_at=now,
        times_out_at=None if limit is None else now + timedelta(seconds=limit),
    )


def end(endings: Sequence[Ending], *, now: datetime) -> list[Log]:
    """Store how attempts of one competition ended, with their logs; return the logs.

    The caller must have locked the rows of the attempts' entries; this function locks the competition's row.
    All attempts are stored together in a few statements, and the standings change only once.
    """
    if not endings:
        return []
    attempts = [_set_result(ending, now) for ending in endings]
    competition = hold(attempts[0].round.competition_id)
    replaced = _choose_counting(attempts)
    # The standings showed the entry of a running attempt as playing. They must stop doing so, even if the
    # result does not count.
    changed = {each.entry for each in attempts if each.counts or not each._state.adding}
    record(CompetitionChange(competition, attempts, entries=changed, replaced=replaced), now=now)
    return Log.objects.bulk_create([_log(ending, now) for ending in endings])


def _set_result(ending: Ending, now: datetime) -> Attempt:
    attempt, played = ending.attempt, ending.played
    attempt.score, attempt.won, attempt.finished = played.score, played.won, played.finished
    attempt.moves_made = played.ply
    attempt.elapsed_ms = ending.elapsed_ms
    attempt.ended_at = now
    return attempt


def _choose_counting(attempts: Sequence[Attempt]) -> list[Attempt]:
    """Decide which of these ended attempts count, and set their `counts`. Return the stored attempts that no
    longer count because of these."""
    rounds, entries = {each.round_id for each in attempts}, {each.entry_id for each in attempts}
    counting = Attempt.objects.filter(entry__in=entries, round__in=rounds, counts=True)
    before = {(each.entry_id, each.round_id): each for each in counting}
    replaced: list[Attempt] = []
    for attempt in attempts:
        other = before.get((attempt.entry_id, attempt.round_id))
        if let_count(attempt, other, attempt.round.competition) and other is not None:
            replaced.append(other)
    return replaced


def let_count(attempt: Attempt, other: Attempt | None, competition: Competition) -> bool:
    """Decide whether the ended attempt counts; set and return `attempt.counts`. `other` is the attempt that
    has counted until now, or None.

    An attempt that an organiser has set aside never counts. Any other attempt counts if `other` is None, or
    if the competition's counting rule prefers the attempt to `other`.
    """
    attempt.counts = not attempt.set_aside and (other is None or _replaces(attempt, other, competition))
    return attempt.counts


def choose_again(entry: Entry, round: Round) -> Attempt | None:
    """Return the entry's attempt that is to count in the round. Attempts that are set aside are left out.
    None if no other attempt has ended. The entry's row must be locked."""
    left = entry.attempts.filter(round=round, ended_at__isnull=False, set_aside=False)
    if round.competition.counts == Counts.FIRST:
        chosen = left.order_by("number").first()
    else:
        best = Min("score") if round.deal.game.lowest_wins else Max("score")
        chosen = None
        for attempt in left.filter(score=left.aggregate(best=best)["best"]).order_by("event"):
            attempt.round = round
            chosen = attempt if chosen is None or _replaces(attempt, chosen, round.competition) else chosen
    return chosen


def _replaces(attempt: Attempt, other: Attempt, competition: Competition) -> bool:
    if competition.counts == Counts.FIRST:
        return attempt.number < other.number
    lowest_wins = attempt.round.deal.game.lowest_wins
    return better(
        _result(attempt), _result(other), lowest_wins=lowest_wins, tie_breaks=competition.tie_breaks
    )


def _result(attempt: Attempt) -> Result:
    assert attempt.score is not None
    assert attempt.ended_at is not None
    return Result(
        attempt.pk,
        attempt.score,
        attempt.won,
        attempt.moves_made,
        attempt.elapsed_ms,
        attempt.ended_at,
    )


def _log(ending: Ending, now: datetime) -> Log:
    attempt = ending.attempt
    return Log(
        entry_id=attempt.entry_id,
        round_id=attempt.round_id,
        attempt=attempt,
        moves=list(ending.played.moves),
        received_at=now,
    )
