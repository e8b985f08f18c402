"""Numbering what happens in a competition: in the order of the commits, and without a gap."""

from collections.abc import Sequence
from datetime import datetime

from ..models import Act, Attempt, Competition, Entry
from .states import record_due


def hold(competition_id: str) -> Competition:
    """The competition with its row locked until the transaction ends, so that nothing else happens in it."""
    return Competition.objects.select_for_update(of=("self",), no_key=True).get(pk=competition_id)


def number(competition: Competition, rows: Sequence[Entry | Attempt | Act], *, now: datetime) -> None:
    """Give rows that are about to be written their numbers, after the states that the competition came to by
    `now`. The competition must have been read with its row locked."""
    record_due(competition, now)
    for row in rows:
        competition.events += 1
        row.event = competition.events
    Competition.objects.filter(pk=competition.pk).update(events=competition.events)
