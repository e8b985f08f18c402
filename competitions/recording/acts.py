"""Recording acts: each is a line of the audit trail, and the states that it brings come right after it."""

from datetime import datetime
from typing import Any

from ..models import Act, Competition
from .numbers import number
from .states import record_states


def record_act(competition: Competition, *, act: str, at: datetime, **facts: Any) -> Act:
    """An act, with what else `Act` says of it. The competition must have been read with its row locked, and
    have what the act changed in it."""
    made = Act(competition=competition, act=act, at=at, **facts)
    number(competition, [made], now=at)
    made.save(force_insert=True)
    record_states(competition, at)
    return made
