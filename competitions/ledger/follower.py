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
    """Code that is given the events of competitions, one competition after the other."""

    name: str
    take: Take
    """Takes the id of a competition, the next rows of its ledger in order, and the time; no rows if the
    events have none. It is called outside of transactions, and perhaps again with the same rows: then it must
    change nothing more. It must be quick, and leave slow work to a job. If it raises, it gets the rows one by
    one."""
    of: Q | Exists | None = None
    """The competitions that it follows; None for all. An event must record whatever makes a competition one
    of them later."""
    acts_alone: bool = False
    """Whether it gets acts, states and results stored after a later state, but no entries and other
    results."""
    begins_now: bool = False
    """Whether it begins with the events after it was added; else with the first event."""
