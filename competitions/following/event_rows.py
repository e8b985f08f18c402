"""Reading a competition's ledger by its numbers."""

from collections.abc import Sequence
from typing import Any

from ..models import Act, Attempt, Entry, StateChange
from .follower import EventRow


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
    if not acts_alone:
        rows += Entry.objects.filter(competition=competition_id, **numbers)
        rows += Attempt.objects.filter(round__competition=competition_id, **numbers)
    return sorted(rows, key=lambda row: row.event or 0)
