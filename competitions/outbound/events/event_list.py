"""A viewer's list of events, read in pages."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from django.db.models import Model, QuerySet

from ...embargo.visibility import Viewpoint
from ...models import Act, Attempt, Entry
from .event import Event, of_act, of_entry, of_state, result_event
from .reveal_order import Known
from .strands import START, EventKey, EventPlace, merged

PAGE: Final = 100
"""How many events one page of the list has at most."""


class EventPage(NamedTuple):
    """Some events of a viewer's list, and the place where the next page begins."""

    events: Sequence[Event]
    places: Sequence[EventPlace]
    """The place just after each event of `events`, in the same order."""
    place: EventPlace
    more: bool
    """Whether the list has more events now."""


def events_after(seen: Viewpoint, place: EventPlace = START, limit: int = PAGE) -> EventPage:
    """Return the events after a place in the viewer's list. Each event that the viewer may know is in the
    list once. The events are in the order in which the viewer could first see them.

    A reader who continues from the `place` of each page misses nothing, and need not read earlier pages
    again. The competition of `seen` must be freshly read, because its count of events is the end of the list.
    A place has no meaning for another viewer or in another list.
    """
    known = Known(seen, until=seen.competition.events)
    found = merged(known.strands(), place, until=known.until, limit=limit + 1)
    rows = _Rows(known, found[:limit])
    events: list[Event] = []
    places: list[EventPlace] = []
    for each in found[:limit]:
        event = rows.event(each, place.seq + 1)
        # If the embargo still hides an event that `reveal_order` lists, the page ends before that event. A
        # later page has the event.
        if event is None:
            return EventPage(events, places, place, more=False)
        events.append(event)
        place = EventPlace(event.seq, each.event, each.late)
        places.append(place)
    return EventPage(events, places, place, more=len(found) > limit)


def end_of(seen: Viewpoint) -> EventPlace:
    """Return the place after all events that the viewer may know now. Events that are still hidden will come
    after this place."""
    until = seen.competition.events
    known = sum(strand.count(until) for strand in Known(seen, until).strands())
    return EventPlace(known, until, until)


class _Rows:
    """The database rows of the events that `merged` found, read with one query for each type of event."""

    def __init__(self, known: Known, found: Iterable[EventKey]) -> None:
        self.seen = known.seen
        self.rounds = {round.pk: round for round in known.competition.rounds_in_order}
        keys: dict[str, list[str]] = {}
        for each in found:
            keys.setdefault(each.event_type, []).append(each.key)
        self.rows: dict[str, Mapping[Any, Model]] = {
            each: _by_key(each, wanted) for each, wanted in keys.items() if each != "state"
        }
        self.rows["state"] = {str(change.pk): change for change in known.states}

    def event(self, found: EventKey, seq: int) -> Event | None:
        """Return the event, made from its row; None if the embargo hides it from the viewer."""
        row: Any = self.rows[found.event_type][found.key]
        match found.event_type:
            case "joined":
                return of_entry(row, seq)
            case "state":
                return of_state(row, seq)
            case "act":
                return of_act(row, seq) if self.seen.sees_trail else None
        row.round = self.rounds[row.round_id]
        return result_event(row, seq) if self.seen.sees_attempt(row) else None


READ: Final[Mapping[str, Callable[[], QuerySet[Model]]]] = {
    "joined": lambda: Entry.objects.select_related("player"),
    "result": lambda: Attempt.objects.select_related("entry__player"),
    "act": lambda: Act.objects.select_related("actor", "player", "round", "entry__player"),
}


def _by_key(event_type: str, keys: Sequence[str]) -> Mapping[str, Model]:
    return {str(row.pk): row for row in READ[event_type]().filter(pk__in=keys)}
