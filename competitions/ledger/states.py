"""Recording the states of competitions and their rounds, whether the time or an organiser changes them.

Before the ledger records anything else, it records the states that are due. So no result of a round comes
before the opening of the round. If nothing else happens in a competition, the watch of deadlines records its
states.

A round is recorded as closed as soon as it is closed for everyone: its window is over, and no attempt at it
runs. A competition is recorded as closed or cancelled after all its rounds, and so after the ends of its
attempts.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet

from ..models import Attempt, Competition, Round, StateChange
from ..models.states import LETTERS
from ..models.windows import is_over, over
from ..outages import is_outage
from .news import note_news

AT_A_TIME: Final = 1000
"""The greatest number of competitions whose states are recorded before the clock is read again."""

LOOK_AGAIN: Final = timedelta(seconds=5)
"""How long after a check the rounds whose window is over are checked again for running attempts. They are
also checked when an attempt ends."""

LIFE: Final = ("scheduled", "running", "closed", "final", "cancelled")
"""The states of a competition in their order. A competition never goes back to an earlier state, even if the
clock is set back."""

LIFE_OF_A_ROUND: Final = "".join(LETTERS)


def record_all_due(now: datetime) -> int:
    """Record the states that are due, and return in how many competitions. If that number is `AT_A_TIME`,
    more may be due.

    Several processes may call this at once. Each state is recorded only once, and no process waits for
    another. An outage of the database is raised at once. Any other error in a competition is raised after the
    other competitions are done.
    """
    recorded, fault = 0, None
    for competition_id in due(now).order_by("due_at").values_list("pk", flat=True)[:AT_A_TIME]:
        try:
            recorded += _record_free(competition_id, now)
        except Exception as error:
            if is_outage(error):  # the other competitions would fail in the same way
                raise
            fault = error
    if fault is not None:
        raise fault
    return recorded


def due(now: datetime) -> QuerySet[Competition]:
    """The competitions that may have a state to record."""
    return Competition.objects.filter(over("due_at", now))


def _record_free(competition_id: str, now: datetime) -> bool:
    """Record the states that are due, unless the competition is locked. Return whether it was free."""
    with transaction.atomic():
        free = Competition.objects.select_for_update(of=("self",), no_key=True, skip_locked=True)
        competition = free.filter(pk=competition_id).first()
        if competition is not None:
            record_due(competition, now)
        return competition is not None


def record_due(competition: Competition, now: datetime) -> None:
    """Record the states that are due by `now`, if there are any. The competition's row must be locked."""
    if is_over(competition.due_at, now):
        record_states(competition, now)


def record_states(competition: Competition, now: datetime) -> None:
    """Record the states that came after the last recorded one, in order. Store when the next state is due.

    The competition's row must be locked.
    """
    if competition.state(now) == "draft":
        return
    rounds = competition.rounds_in_order
    last = competition.state_changes.last() if competition.events else None
    unended = _unended(rounds, last, now)
    new: list[StateChange] = []
    for moment in [*_moments(competition, rounds, last, now), now]:
        change = _state(competition, rounds, moment, unended, new[-1] if new else last)
        if change is not None:
            change.event = competition.events + len(new) + 1
            new.append(change)
    due_at = _next(competition, now, waiting=bool(unended))
    if new or due_at != competition.due_at:
        StateChange.objects.bulk_create(new)
        competition.events += len(new)
        competition.due_at = due_at
        if new:
            note_news(competition)
        competition.save(update_fields=["events", "due_at", "has_news"])


def _unended(rounds: Sequence[Round], last: StateChange | None, now: datetime) -> frozenset[int]:
    """The primary keys of the rounds whose window is over, but in which attempts still run. Rounds that are
    recorded as closed are left out."""
    closing = [
        round.pk
        for index, round in enumerate(rounds)
        if round.state(now) == "closed" and (last is None or last.rounds[index] != "c")
    ]
    if not closing:
        return frozenset()
    running = Attempt.objects.running().filter(round__in=closing)
    return frozenset(running.order_by().values_list("round", flat=True).distinct())


def _moments(
    competition: Competition, rounds: Sequence[Round], last: StateChange | None, now: datetime
) -> list[datetime]:
    """The moments after the last recorded change of states, in order, at which the clock alone may have
    changed a state."""
    if last is None:
        return []
    moments = {competition.opening, competition.freeze_at, competition.closes_at}
    for round in rounds:
        moments |= {round.opening, round.closing}
    return sorted(moment for moment in moments if moment is not None and last.at < moment < now)


def _state(
    competition: Competition,
    rounds: Sequence[Round],
    at: datetime,
    unended: Collection[int],
    last: StateChange | None,
) -> StateChange | None:
    """The states of the competition and its rounds at a moment; None if they equal the last recorded ones. A
    state never goes back to an earlier one."""
    letters = [round.state(at)[0] for round in rounds]
    for index, round in enumerate(rounds):
        if round.pk in unended and letters[index] == "c":
            letters[index] = "o"
        if last is not None:
            letters[index] = max(letters[index], last.rounds[index], key=LIFE_OF_A_ROUND.index)
    state = competition.state(at)
    if unended and state in ("closed", "cancelled"):
        state = "running"
    if last is not None:
        state = max(state, last.state, key=LIFE.index)
    frozen = state == "running" and (is_over(competition.freeze_at, at) or bool(last and last.frozen))
    in_letters = "".join(letters)
    if last is not None and (state, in_letters, frozen) == (last.state, last.rounds, last.frozen):
        return None
    return StateChange(competition=competition, at=at, state=state, rounds=in_letters, frozen=frozen)


def _next(competition: Competition, now: datetime, *, waiting: bool) -> datetime | None:
    """The moment at which the next state may be due. If the competition is `waiting` for attempts to end, the
    moment is at most `LOOK_AGAIN` after `now`."""
    over_for_good = competition.cancelled_at is not None or competition.certified_at is not None
    moments = [None if over_for_good else competition.next_change(now)]
    if waiting:
        soon, planned = now + LOOK_AGAIN, competition.due_at
        moments.append(planned if planned is not None and now < planned < soon else soon)
    return min((moment for moment in moments if moment is not None), default=None)
