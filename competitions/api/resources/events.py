"""Events: what happened in a competition, each kind with data of its own."""

from collections.abc import Iterable
from typing import Any, Final

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from ...events.telling import Event
from ...recording.states import LIFE
from ..fields import Choice, Flag, Moment, Text, Whole
from .acts import ActResource
from .entries import EntrantResource
from .resource import Body, Page, Resource, Written


class JoinedData(Written):
    """Who joined."""

    entry = Text()
    player = EntrantResource()


class ResultData(JoinedData):
    """A game that has ended, given up or not."""

    round = Whole()
    score = Whole()
    won = Flag()
    attempt = Text(help_text="Its id.")


class RoundStateData(Written):
    """A round."""

    number = Whole()
    state = Choice(["scheduled", "open", "closed"])


class StateData(Written):
    """All states from then on; what has changed differs from the event of this kind before."""

    state = Choice(list(LIFE))
    rounds = RoundStateData(many=True)
    frozen = Flag(help_text="Whether the standings stay what they were until the close.")


class ActData(Written, ActResource):
    """A line of the audit trail."""


class EventResource(Resource):
    """One event of a viewer's list."""

    seq = Whole(help_text="Its place in the viewer's list: 1, 2, 3 and so on.")
    at = Moment()


class JoinedEvent(EventResource):
    """Somebody joined."""

    type = Choice(["joined"])
    data = JoinedData()


class ResultEvent(EventResource):
    """A game has ended."""

    type = Choice(["result"])
    data = ResultData()


class StateEvent(EventResource):
    """The competition or a round came to another state."""

    type = Choice(["state"])
    data = StateData()


class ActEvent(EventResource):
    """An organiser, the staff or the service did something."""

    type = Choice(["act"])
    data = ActData()


EVENTS: Final = {"joined": JoinedEvent, "result": ResultEvent, "state": StateEvent, "act": ActEvent}


class EventsResource(Page):
    """A stretch of the viewer's list."""

    results = serializers.SerializerMethodField()
    cursor = Text(help_text="Where the list goes on: what comes later is found with it as `after`.")

    @extend_schema_field(
        PolymorphicProxySerializer(
            component_name="Event", serializers=EVENTS, resource_type_field_name="type", many=True
        )
    )
    def get_results(self, page: Any) -> list[Body]:
        return page["results"]


def events_json(events: Iterable[Event]) -> list[Body]:
    return [EVENTS[event.type].of(event) for event in events]
