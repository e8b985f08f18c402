"""Reading a competition's ledger by its numbers."""

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
"""Of attempts: those that were in time, and stored only after a later state was recorded, as a close."""


def rows_between(
    competition_id: str, after: int, until: int, *, acts_alone: bool = False
) -> Sequence[EventRow]:
    """What happened after the event of one number, up to that of the other, in order: a query for each kind
    of row."""
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
