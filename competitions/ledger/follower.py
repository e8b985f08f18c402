"""The definition of a follower."""

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, Q

from ..models import Act, Attempt, Entry, StateChange

EventRow = Entry | Attempt | Act | StateChange
"""A row with an event number: an entry, an ended attempt, an act, or a change of states."""

Take = Callable[[str, Sequence[EventRow], datetime], None]


class Follower(NamedTuple):
    """Code that receives the events of competitions, one competition after the other."""

    name: str
    take: Take
    """The function that takes events. Its arguments are the id of a competition, the next rows of its ledger
    in order, and the time. There are no rows if the events have none. The function is called outside of
    transactions. It may be called again with the same rows, and must then change nothing more. It must be
    quick, and leave slow work to a job. If it raises, it gets the rows one by one."""
    of: Q | Exists | None = None
    """The competitions that the follower follows; None for all. Whatever makes a competition one of them
    later must be recorded as an event."""
    acts_alone: bool = False
    """Whether the follower gets only acts, states, and results that were stored after a later state. Other
    results and entries are left out."""
    begins_now: bool = False
    """Whether the follower begins with the events after it was added. Otherwise it begins with the first
    event."""
