"""Events of a competition. Each type of event has its own fields in `data`."""

from collections.abc import Iterable
from typing import Any, Final

from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema_field
from rest_framework import serializers

from ...ledger.states import LIFE
from ...outbound.events.event import Event
from ..describe import meaning
from ..fields import Choice, Flag, Moment, Text, Whole
from .acts import ActResource
from .entries import EntrantResource
from .resource import Body, PageResource, RenderedResource, Resource


@meaning("Who joined.")
class JoinedData(RenderedResource):
    entry = Text(help_text="The id of the entry.")
    player = EntrantResource(help_text="The player of the entry.")


@meaning("The result of a game that has ended, given up or not.")
class ResultData(JoinedData):
    round = Whole(help_text="The number of the round.")
    score = Whole(help_text="The score of the game.")
    won = Flag(help_text="Whether the game was won.")
    attempt = Text(help_text="The id of the attempt.")


@meaning("The state of a round.")
class RoundStateData(RenderedResource):
    number = Whole(help_text="The number of the round.")
    state = Choice(["scheduled", "open", "closed"], help_text="Whether the round can be played now.")


@meaning(
    "The states of the competition and its rounds after a change. To find what changed, compare "
    "them with the previous event of this type."
)
class StateData(RenderedResource):
    state = Choice(list(LIFE), help_text="The state of the competition.")
    rounds = RoundStateData(many=True, help_text="The state of each round, in order.")
    frozen = Flag(help_text="Whether the standings are frozen until the close.")


@meaning("The line that was added to the audit trail.")
class ActData(RenderedResource, ActResource):
    pass


@meaning("Something that happened, with its place in the viewer's list.")
class EventResource(Resource):
    seq = Whole(help_text="The event's place in the viewer's list: 1, 2, 3 and so on.")
    at = Moment(help_text="When the event happened.")


@meaning("Somebody joined.")
class JoinedEvent(EventResource):
    type = Choice(["joined"], help_text="The type of the event.")
    data = JoinedData(help_text="The content of the event.")


@meaning("A game has ended.")
class ResultEvent(EventResource):
    type = Choice(["result"], help_text="The type of the event.")
    data = ResultData(help_text="The content of the event.")


@meaning("The state of the competition or of a round changed.")
class StateEvent(EventResource):
    type = Choice(["state"], help_text="The type of the event.")
    data = StateData(help_text="The content of the event.")


@meaning("An organiser, the staff or the service did something.")
class ActEvent(EventResource):
    type = Choice(["act"], help_text="The type of the event.")
    data = ActData(help_text="The content of the event.")


EVENTS: Final = {"joined": JoinedEvent, "result": ResultEvent, "state": StateEvent, "act": ActEvent}


@meaning("A page of the events, in the order in which this viewer could first see them.")
class EventsResource(PageResource):
    results = serializers.SerializerMethodField(help_text="The events, in order.")
    cursor = Text(help_text="Where the list goes on. Send this as `after` to read the later events.")

    @extend_schema_field(
        PolymorphicProxySerializer(
            component_name="Event", serializers={**EVENTS}, resource_type_field_name="type", many=True
        )
    )
    def get_results(self, page: Any) -> list[Body]:
        results: list[Body] = page["results"]
        return results


def events_json(events: Iterable[Event]) -> list[Body]:
    return [EVENTS[event.type].of(event) for event in events]
