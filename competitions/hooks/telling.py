"""What a webhook is told of a competition: its events as they are known to an organiser who plays in nothing.

What a webhook is sent goes on to others. So it counts as an organiser who has no entry: a result comes later
if, so far, only players who have finished may know it.
"""

from datetime import datetime
from typing import Final, NamedTuple

from ..embargo.visibility import Viewpoint, viewpoint_of_organising
from ..events.event import Event
from ..events.reading import end_of, events_after
from ..events.strands import EventPlace
from ..models import Competition, Hook

TYPES: Final = ("joined", "result", "state", "act")

AT_A_TIME: Final = 100
"""Events that are read at once."""


class Next(NamedTuple):
    """What comes next in a webhook's list."""

    event: Event | None
    """None if there is nothing, so far as it was looked."""
    cursor: str
    """Behind the event; behind all that was looked at, if there is none."""
    looked: int | None
    """How many events the competition had, if the list was looked through to its end."""


def cursor_now(competition: Competition, now: datetime) -> str:
    """The cursor behind all that an organiser may know; the competition must be freshly read."""
    return _written(end_of(_seen(competition, now)))


def next_for(hook: Hook, now: datetime) -> Next:
    """The next event of those that the webhook is told of, after its cursor."""
    competition = Competition.read(hook.competition_id)
    seen, place = _seen(competition, now), _read(hook.cursor)
    page = events_after(seen, place, AT_A_TIME)
    for count, event in enumerate(page.events, start=1):
        if event.type in hook.events:
            return Next(event, _written(events_after(seen, place, count).place), None)
    return Next(None, _written(page.place), None if page.more else competition.events)


def _seen(competition: Competition, now: datetime) -> Viewpoint:
    """What is recorded as closed is closed, though another process's clock may be ahead of this one's."""
    last = competition.state_changes.last()
    return viewpoint_of_organising(competition, now if last is None else max(now, last.at))


def _written(place: EventPlace) -> str:
    return "-".join(map(str, place))


def _read(cursor: str) -> EventPlace:
    return EventPlace(*map(int, cursor.split("-")))
