"""What a follower is."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, Q

from ..models import Act, Attempt, Entry, StateChange

EventRow = Entry | Attempt | Act | StateChange
"""A row with a number among its competition's events: who joined, an attempt that has ended, an act, or what
states they came to."""

Take = Callable[[str, Sequence[EventRow], datetime], None]


class Follower(NamedTuple):
    """Who is given what happens, one competition after the other."""

    name: str
    take: Take
    """Is called with the id of a competition, the next rows of its ledger in order, and the time, outside of
    any transaction; without rows if what happened has none. It may be called again with the same rows, and
    must then change nothing more. It is to be quick: what is slow it asks a job for. If it raises, it is
    given the rows one by one."""
    of: Q | Exists | None = None
    """The competitions that it follows; None for all. What makes a competition one of them later must be
    recorded in it, too."""
    acts_alone: bool = False
    """Whether it is given acts and states alone, and not who joined and what they played, save results that
    were stored after a state that came later."""
    begins_now: bool = False
    """Whether it begins with what happens after it was added; if not, with what happened first."""
