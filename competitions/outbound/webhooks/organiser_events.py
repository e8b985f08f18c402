"""The events that a webhook gets: those that an organiser who plays no round may know.

A receiver may pass events on to others, so a webhook sees only what an organiser without an entry sees. If
scores are shown only to players who have finished a round, the webhook gets the results only after the round
has closed.
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
"""How many events are read from the database at once."""


class ListStep(NamedTuple):
    """A step through a webhook's list of events."""

    event: Event | None
    """The event of this step; None for the last step of a page, which moves the cursor past events of types
    that the webhook does not want."""
    before: str
    """The cursor before this step."""
    cursor: str
    """The cursor after this step."""
    looked: int | None = None
    """The competition's number of events when the list was read, if this step ends the list; otherwise
    None."""


def cursor_now(competition: Competition, now: datetime) -> str:
    """Return the cursor after all events that an organiser may know. The competition must be freshly read."""
    return _cursor_text(end_of(_organisers_viewpoint(competition, now)))


def steps_for(hook: Hook, now: datetime) -> Iterator[ListStep]:
    """Read the events after `hook.cursor`, each page only when it is needed. Yield a step for each event
    whose type the webhook wants, and a step for the end of each page."""
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
    """Return an organiser's viewpoint at `now`, or at the last recorded change of state if that is later. So
    a round that another process recorded as closed counts as closed, even if the clock of that process is
    ahead."""
    last = competition.state_changes.last()
    return viewpoint_of_organising(competition, now if last is None else max(now, last.at))


def _cursor_text(place: EventPlace) -> str:
    return "-".join(map(str, place))


def _read(cursor: str) -> EventPlace:
    return EventPlace(*map(int, cursor.split("-")))
