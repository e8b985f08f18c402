"""Recording the states that a competition and its rounds come to, by the time or by an organiser.

Whoever writes down anything else that happens, with the competition's row locked, first records the states
that are due. So no result of a round comes before its opening. The watch of deadlines records states that
nothing else is written about.

A round is recorded as closed when it is closed for everyone: its window is over, and no attempt at it is
running. The competition is closed, or cancelled, after all its rounds. So the attempts that end by its
closing come before it.
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
"""How many competitions are looked at before the clock is read again."""

LOOK_AGAIN: Final = timedelta(seconds=5)
"""How often it is looked whether attempts are running in closed rounds. Who ends one looks anyway."""

LIFE: Final = ("scheduled", "running", "closed", "final", "cancelled")
"""The states of a competition in the order of its life. It never goes back, even if the clock does."""

LIFE_OF_A_ROUND: Final = "".join(LETTERS)


def record_all_due(now: datetime) -> int:
    """Record the states that are due, and give for how many competitions; if that is `AT_A_TIME`, some may be
    left. Several processes record each once, and do not wait for each other.

    A competition whose states cannot be recorded does not keep the others from it: the error is raised when
    they are done.
    """
    recorded, fault = 0, None
    for competition_id in due(now).order_by("due_at").values_list("pk", flat=True)[:AT_A_TIME]:
        try:
            recorded += _record_free(competition_id, now)
        except Exception as error:
            if is_outage(error):  # no competition is at fault
                raise
            fault = error
    if fault is not None:
        raise fault
    return recorded


def due(now: datetime) -> QuerySet[Competition]:
    """The competitions that may have a state to record."""
    return Competition.objects.filter(over("due_at", now))


def _record_free(competition_id: str, now: datetime) -> bool:
    """Record what is due, unless somebody has locked the competition; say whether it was free."""
    with transaction.atomic():
        free = Competition.objects.select_for_update(of=("self",), no_key=True, skip_locked=True)
        competition = free.filter(pk=competition_id).first()
        if competition is not None:
            record_due(competition, now)
        return competition is not None


def record_due(competition: Competition, now: datetime) -> None:
    """Record the states that the time has brought by `now`, if there are any new ones. The competition must
    have been read with its row locked."""
    if is_over(competition.due_at, now):
        record_states(competition, now)


def record_states(competition: Competition, now: datetime) -> None:
    """Record each state that the competition came to since the last one that is recorded, in order, and when
    it will come to the next. It must have been read with its row locked."""
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
    """The rounds over by now in which attempts are running, of those that are not recorded as closed."""
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
    """When the time may have changed a state since the last record, in order; none before the first one."""
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
    """The states at a moment, if they differ from the last ones; nothing ever goes back."""
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
    """When to look next; `waiting` for attempts that are just being ended."""
    over_for_good = competition.cancelled_at is not None or competition.certified_at is not None
    moments = [None if over_for_good else competition.next_change(now)]
    if waiting:
        soon, planned = now + LOOK_AGAIN, competition.due_at
        moments.append(planned if planned is not None and now < planned < soon else soon)
    return min((moment for moment in moments if moment is not None), default=None)
