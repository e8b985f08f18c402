"""Schemas of messages over sockets, in streams and to webhooks. The messages are written outside of `api`."""

from collections.abc import Mapping
from typing import Final

from drf_spectacular.utils import PolymorphicProxySerializer
from rest_framework import serializers

from ...models.hooks import PING
from ...web.problems import STATUS
from .. import meanings
from ..describe import meaning
from ..fields import Choice, Flag, Moment, Text, Whole
from .attempts import STATES
from .competitions import STATES as LIFE
from .events import ActData, JoinedData, ResultData, RoundStateData, StateData
from .notices import NoticeResource
from .resource import RenderedResource
from .standings import RowResource
from .tables import ViewResource

KIND: Final = "The type of the message."

# Messages to watchers, over the socket of a competition and in its stream


@meaning("One of the first rows of the standings. The fields that this row lacks are in `GET standings`.")
class FirstRowResource(RowResource):
    rounds = None
    tie_break = None
    decided_by = None


@meaning(
    "The first 25 rows of the standings. They are sent at first, and whenever the standings have changed."
)
class StandingsMessage(RenderedResource):
    type = Choice(["standings"], help_text=KIND)
    version = Whole(help_text="The version of the standings, which grows with every change.")
    total = Whole(help_text="How many entries there are.")
    frozen = Flag(help_text="Whether the standings are frozen until the close.")
    results = FirstRowResource(many=True, help_text="The rows, the best first.")


@meaning("The state of a round, and when it opens and closes.")
class RoundWindowData(RoundStateData):
    opens_at = Moment(
        allow_null=True, help_text="When the round opens; null in a draft that opens when it is published."
    )
    closes_at = Moment(
        allow_null=True, help_text="When the round closes; null: when the organiser closes it."
    )


@meaning(
    "The states of the competition and its rounds, and their times. They are sent at first, and whenever "
    "a state has changed or an organiser has changed a time."
)
class StateMessage(RenderedResource):
    type = Choice(["state"], help_text=KIND)
    state = Choice(LIFE, help_text="The state of the competition.")
    opens_at = Moment(allow_null=True, help_text=meanings.OPENS_AT)
    closes_at = Moment(allow_null=True, help_text=meanings.CLOSES_AT)
    freeze_at = Moment(allow_null=True, help_text=meanings.FREEZE_AT)
    rounds = RoundWindowData(many=True, help_text="The rounds, in order.")
    now = Moment(help_text="The time of the server's clock.")


@meaning(
    "How many are watching. The message is sent at most once in five seconds, and at least once in twenty."
)
class PresenceMessage(RenderedResource):
    type = Choice(["presence"], help_text=KIND)
    watching = Whole(help_text="The number of open sockets and streams.")


# Messages to and from players, over the socket of an attempt


@meaning("A move that a player sends. Sending the same move at the same ply again changes nothing.")
class MoveMessage(RenderedResource):
    ply = Whole(min_value=0, help_text="How many moves come before this move.")
    move = Text(help_text="The move, as the rules of the game write it.")


@meaning("The table. It is sent at first, after each move, and when the attempt or its deadline has changed.")
class ViewMessage(RenderedResource):
    type = Choice(["view"], help_text=KIND)
    view = ViewResource(help_text="The current table.")
    state = Choice(STATES, help_text="Whether the attempt still goes on.")
    deadline = Moment(allow_null=True, help_text="When the server ends the attempt; null without a deadline.")


@meaning("The refusal of a player's message, with the same code and facts as in the REST API.")
class ErrorMessage(RenderedResource):
    type = Choice(["error"], help_text=KIND)
    code = Choice(list(STATUS), help_text="The reason, as a code for programs. It never changes.")
    detail = Text(help_text="The reason, in a sentence for people.")
    ply = Whole(required=False, help_text="The number of moves before the refused move.")
    why = Text(
        required=False,
        help_text="If the rules refuse a move: the reason, as part of a sentence that does not name the "
        "move. A text that is no move is quoted.",
    )
    view = ViewResource(required=False, help_text="The current table.")
    retry_after = Whole(required=False, help_text="How many seconds to wait before the next try.")


@meaning("A sign of life, sent after fifteen seconds without another message.")
class AliveMessage(RenderedResource):
    type = Choice(["alive"], help_text=KIND)


# Messages to players, over the socket of their notices


@meaning("A notice that is new.")
class NoticeMessage(RenderedResource):
    type = Choice(["notice"], help_text=KIND)
    notice = NoticeResource(help_text="The notice.")
    unread = Whole(help_text="How many notices the player has not read, this one included.")


@meaning(
    "How many notices the player has not read. The message is sent at first, after notices were read, "
    "and at least once in twenty seconds."
)
class UnreadMessage(RenderedResource):
    type = Choice(["unread"], help_text=KIND)
    unread = Whole(help_text="The number of unread notices.")


# Messages to webhooks


@meaning("The fields of every message to a webhook.")
class HookMessage(RenderedResource):
    timestamp = Moment(help_text="When the event happened, or when the test was asked for.")
    competition = Text(help_text="The id of the competition.")
    seq = Whole(
        help_text="The event's place in the webhook's list: all events that an organiser who does not play "
        "may know. Null for a test."
    )


@meaning("Tells a webhook that somebody joined.")
class JoinedHookMessage(HookMessage):
    type = Choice(["joined"], help_text=KIND)
    data = JoinedData(help_text="The content of the event.")


@meaning("Tells a webhook that a game has ended.")
class ResultHookMessage(HookMessage):
    type = Choice(["result"], help_text=KIND)
    data = ResultData(help_text="The content of the event.")


@meaning("Tells a webhook that the state of the competition or of a round changed.")
class StateHookMessage(HookMessage):
    type = Choice(["state"], help_text=KIND)
    data = StateData(help_text="The content of the event.")


@meaning("Tells a webhook what an organiser, the staff or the service did.")
class ActHookMessage(HookMessage):
    type = Choice(["act"], help_text=KIND)
    data = ActData(help_text="The content of the event.")


@meaning("A test of a webhook that its organiser asked for. Nothing has happened in the competition.")
class PingHookMessage(HookMessage):
    type = Choice([PING], help_text=KIND)
    seq = Whole(allow_null=True, help_text="Always null.")
    data = serializers.DictField(help_text="Always empty.")


WATCHING: Final = {"standings": StandingsMessage, "state": StateMessage, "presence": PresenceMessage}
PLAYING: Final = {"view": ViewMessage, "error": ErrorMessage, "alive": AliveMessage}
NOTICING: Final = {"notice": NoticeMessage, "unread": UnreadMessage}
HOOKS: Final = {
    "joined": JoinedHookMessage,
    "result": ResultHookMessage,
    "state": StateHookMessage,
    "act": ActHookMessage,
    PING: PingHookMessage,
}


def _one_of(name: str, types: Mapping[str, type[RenderedResource]]) -> PolymorphicProxySerializer:
    return PolymorphicProxySerializer(
        component_name=name, serializers={**types}, resource_type_field_name="type"
    )


MESSAGES: Final = (
    _one_of("WatchingMessage", WATCHING),
    _one_of("PlayingMessage", PLAYING),
    MoveMessage(),
    _one_of("NoticingMessage", NOTICING),
    _one_of("WebhookMessage", HOOKS),
)
"""All messages. `openapi` adds these resources to the schema, because no operation names them."""
