"""What a webhook is told of a competition: its events as they are known to an organiser who plays in nothing.

What a webhook is sent goes on to others. So it counts as an organiser who has no entry: a result comes later
if, so far, only players who have finished may know it.
"""

from collections.abc import Iterator
from datetime import datetime
from typing import Final, NamedTuple

from ...embargo.visibility import Viewpoint, viewpoint_of_organising
from ...models import Competition, Hook
from ..events.event import Event
from ..events.event_list import end_of, events_after
from ..events.strands import EventPlace

TYPES: Final = ("joined", "result", "state", "act")

AT_A_TIME: Final = 100
"""Events that are read at once."""


class ListStep(NamedTuple):
    """A step in a webhook's list."""

    event: Event | None
    """None where a page ends."""
    before: str
    """The cursor before the step."""
    cursor: str
    """The cursor behind it."""
    looked: int | None = None
    """How many events the competition had, if the list ends here."""


def cursor_now(competition: Competition, now: datetime) -> str:
    """The cursor behind all that an organiser may know; the competition must be freshly read."""
    return _cursor_text(end_of(_organisers_viewpoint(competition, now)))


def steps_for(hook: Hook, now: datetime) -> Iterator[ListStep]:
    """The events after the webhook's cursor that it is told of, each page read once, when it is needed."""
    cursor = hook.cursor
    more = True
    while more:
        competition = Competition.read(hook.competition_id)
        page = events_after(_organisers_viewpoint(competition, now), _read(cursor), AT_A_TIME)
        for event, place in zip(page.events, page.places, strict=True):
            if event.type in hook.events:
                before, cursor = cursor, _cursor_text(place)
                yield ListStep(event, before, cursor)
        more = page.more
        before, cursor = cursor, _cursor_text(page.place)
        yield ListStep(None, before, cursor, None if more else competition.events)


def _organisers_viewpoint(competition: Competition, now: datetime) -> Viewpoint:
    """What is recorded as closed is closed, though another process's clock may be ahead of this one's."""
    last = competition.state_changes.last()
    return viewpoint_of_organising(competition, now if last is None else max(now, last.at))


def _cursor_text(place: EventPlace) -> str:
    return "-".join(map(str, place))


def _read(cursor: str) -> EventPlace:
    return EventPlace(*map(int, cursor.split("-")))
