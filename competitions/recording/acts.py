"""Recording acts: each is a line of the audit trail, and the states that it brings come right after it."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from ..models import Act, Competition, Entry
from .ledger import record


def record_act(
    competition: Competition,
    *,
    act: str,
    at: datetime,
    entries: Collection[Entry] = (),
    shown: bool = False,
    **facts: Any,
) -> Act:
    """An act, with what else `Act` says of it. The competition must have been read with its row locked, and
    have what the act changed in it. `entries` and `shown` say what it changes of what watchers see."""
    made = Act(competition=competition, act=act, at=at, **facts)
    record(competition, made, entries=entries, shown=shown, now=at)
    return made
