"""Recording acts: each is a line of the audit trail, and the states that it brings come right after it."""

from collections.abc import Collection
from datetime import datetime
from typing import Any, Final

from ..models import Act, Competition, Entry, Player
from .ledger import record

SERVICE: Final = "Evendeal"
"""The name in the audit trail for what the service itself did."""


def record_act(
    competition: Competition,
    *,
    act: str,
    at: datetime,
    actor: Player | None = None,
    staff: str = "",
    entries: Collection[Entry] = (),
    columns: Collection[str] = (),
    settings: Collection[str] = (),
    shown: bool = False,
    **facts: Any,
) -> Act:
    """An act, with what else `Act` says of it, and what it changes of the competition, which was read with
    its row locked, and of its `entries`: see `Happened`. What neither a player nor the staff did, the service
    itself did."""
    if actor is None:
        staff = staff or SERVICE
    made = Act(competition=competition, act=act, at=at, actor=actor, staff=staff, **facts)
    record(competition, made, entries=entries, columns=columns, settings=settings, shown=shown, now=at)
    return made
