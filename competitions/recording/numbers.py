"""Numbering what happens in a competition: in the order of the commits, and without a gap."""

from collections.abc import Sequence
from datetime import datetime

from django.db.models import Prefetch, QuerySet

from ..models import Act, Attempt, Competition, Entry, Round
from ..models.prepared import Prepared
from ..models.writing import write_fields
from .states import record_due


def hold(competition_id: str) -> Competition:
    """The competition with its row locked until the transaction ends, so that nothing else happens in it."""
    return _held.get(competition_id)


def hold_with_rounds(competition_id: str) -> Competition:
    """The same with its rounds, read while its row is locked."""
    return _held_with_rounds.get(competition_id)


def number(competition: Competition, rows: Sequence[Entry | Attempt | Act], *, now: datetime) -> None:
    """Give rows that are about to be written their numbers, after the states that the competition came to by
    `now`. The competition must have been read with its row locked."""
    record_due(competition, now)
    for row in rows:
        competition.events += 1
        row.event = competition.events
    write_fields([competition], ["events"])


def _locked(competition_id: str) -> QuerySet[Competition]:
    return Competition.objects.select_for_update(of=("self",), no_key=True).filter(pk=competition_id)


_held = Prepared[Competition](_locked, "a competition")
_held_with_rounds = Prepared[Competition](
    lambda competition_id: _locked(competition_id).prefetch_related(Prefetch("rounds", Round.objects.all())),
    "a competition",
)
