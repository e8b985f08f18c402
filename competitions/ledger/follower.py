"""A follower: code that receives the events of competitions."""

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
    in order, and the time. There are no rows if the next events were recorded without rows. The function is
    called outside of transactions. It may be called again with the same rows, and must then change nothing
    more. It must be quick, and leave slow work to a job. If it raises, it gets the rows one by one."""
    of: Q | Exists | None = None
    """A filter for the competitions that the follower follows; None for all. If a change makes a competition
    match later, an event must be recorded with it, because only an event creates the follower's cursor."""
    acts_alone: bool = False
    """Whether the follower gets only acts, changes of states, and late results. A result is late if it was
    stored after a change of state, but ended before the time of that change."""
    begins_now: bool = False
    """Whether the follower begins with the events after it was added. Otherwise it begins with the first
    event."""
