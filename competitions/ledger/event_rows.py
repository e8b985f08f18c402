"""Reading a competition's events by their numbers."""

from collections.abc import Sequence
from typing import Any, Final

from django.db.models import Exists, OuterRef

from ..models import Act, Attempt, Entry, StateChange
from .follower import EventRow

LATE: Final = Exists(
    StateChange.objects.filter(
        competition=OuterRef("round__competition"), event__lt=OuterRef("event"), at__gt=OuterRef("ended_at")
    )
)
"""A filter for attempts that ended before a recorded change of state, but were stored after it."""


def rows_between(
    competition_id: str, after: int, until: int, *, acts_alone: bool = False
) -> Sequence[EventRow]:
    """The rows of the events after number `after` up to `until`, in order. There is one query for each kind
    of row.

    With `acts_alone`, there are only acts, states and `LATE` attempts.
    """
    numbers: dict[str, Any] = {"event__gt": after, "event__lte": until}
    rows: list[EventRow] = [
        *Act.objects.filter(competition=competition_id, **numbers).select_related("entry"),
        *StateChange.objects.filter(competition=competition_id, **numbers),
    ]
    attempts = Attempt.objects.filter(round__competition=competition_id, **numbers)
    if acts_alone:
        rows += attempts.filter(LATE)
    else:
        rows += Entry.objects.filter(competition=competition_id, **numbers)
        rows += attempts
    return sorted(rows, key=lambda row: row.event or 0)
