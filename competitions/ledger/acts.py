"""Recording acts. An act is what an organiser, the staff or the service did in a competition. The audit trail
of the competition has a line for each act. If an act changes the state of a competition or round, the new
state is recorded right after the act."""

from collections.abc import Collection
from datetime import datetime
from typing import Any, Final

from ..models import Act, Competition, Entry, Player
from .ledger import CompetitionChange, record

SERVICE: Final = "Evendeal"
"""The name that the audit trail shows for acts of the service itself."""


def record_act(
    competition: Competition,
    *,
    act: str,
    at: datetime,
    actor: Player | None = None,
    staff: str = "",
    reason: str = "",
    entries: Collection[Entry] = (),
    columns: Collection[str] = (),
    settings: Collection[str] = (),
    shown: bool = False,
    **others: Any,
) -> Act:
    """Record an act, and return it. `reason` is in the actor's own words. `others` are other columns of
    `Act`. Without `actor` and `staff`, it is an act of the service.

    The competition's row must be locked. `entries`, `columns`, `settings` and `shown` are those of
    `CompetitionChange`.
    """
    if actor is None:
        staff = staff or SERVICE
    made = Act(competition=competition, act=act, at=at, actor=actor, staff=staff, words=reason, **others)
    record(CompetitionChange(competition, [made], entries, columns, settings, shown=shown), now=at)
    return made
