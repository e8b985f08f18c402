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

KIND: Final = "What kind of message it is."

# Messages to watchers, over the socket of a competition and in its stream


@meaning("One of the first rows of the standings; the rest of it is a request away.")
class FirstRowResource(RowResource):
    rounds = None
    tie_break = None
    decided_by = None


@meaning("The first 25 rows of the standings, on joining and whenever they have changed.")
class StandingsMessage(RenderedResource):
    type = Choice(["standings"], help_text=KIND)
    version = Whole(help_text="The version of the standings, which grows with every change.")
    total = Whole(help_text="How many entries there are.")
    frozen = Flag(help_text="Whether the standings are frozen until the close.")
    results = FirstRowResource(many=True, help_text="The rows, the best first.")


@meaning("How far a round is, and its window.")
class RoundWindowData(RoundStateData):
    opens_at = Moment(allow_null=True, help_text="When it opens; null for a draft that opens at once.")
    closes_at = Moment(allow_null=True, help_text="When it closes; null: when the organiser closes it.")


@meaning(
    "How far the competition and its rounds are, on joining and whenever that has changed or an organiser "
    "has moved a window."
)
class StateMessage(RenderedResource):
    type = Choice(["state"], help_text=KIND)
    state = Choice(LIFE, help_text="The state of the competition.")
    opens_at = Moment(allow_null=True, help_text=meanings.OPENS_AT)
    closes_at = Moment(allow_null=True, help_text=meanings.CLOSES_AT)
    freeze_at = Moment(allow_null=True, help_text=meanings.FREEZE_AT)
    rounds = RoundWindowData(many=True, help_text="Each of its rounds, in their order.")
    now = Moment(help_text="The time of the server's clock.")


@meaning("How many are watching: at most once in five seconds, and at least once in twenty.")
class PresenceMessage(RenderedResource):
    type = Choice(["presence"], help_text=KIND)
    watching = Whole(help_text="Sockets and streams that are open.")


# Messages to and from players, over the socket of an attempt


@meaning("A move that a player sends. The same move at the same ply is a repeat, and changes nothing.")
class MoveMessage(RenderedResource):
    ply = Whole(min_value=0, help_text="How many moves come before this move.")
    move = Text(help_text="The move, as the rules of the game write it.")


@meaning("The table, on joining, after each move, and when the attempt or its deadline has changed.")
class ViewMessage(RenderedResource):
    type = Choice(["view"], help_text=KIND)
    view = ViewResource(help_text="The table as it stands now.")
    state = Choice(STATES, help_text="Whether the attempt still goes on.")
    deadline = Moment(allow_null=True, help_text="When the server ends the attempt; null without a deadline.")


@meaning("The refusal of a player's message, with the codes and facts of REST.")
class ErrorMessage(RenderedResource):
    type = Choice(["error"], help_text=KIND)
    code = Choice(list(STATUS), help_text="The reason, as a code for programs. It never changes.")
    detail = Text(help_text="The reason, in a sentence for people.")
    ply = Whole(required=False, help_text="The number of moves before the refused move.")
    why = Text(
        required=False,
        help_text="If the rules refuse a move: the reason as part of a sentence, without the move. A text "
        "that is no move is quoted in it all the same.",
    )
    view = ViewResource(required=False, help_text="The table as it stands now.")
    retry_after = Whole(required=False, help_text="How many seconds to wait before the next try.")


@meaning("A sign of life, sent after fifteen seconds without another message.")
class AliveMessage(RenderedResource):
    type = Choice(["alive"], help_text=KIND)


# Messages to players, over the socket of their notices


@meaning("A notice that is new.")
class NoticeMessage(RenderedResource):
    type = Choice(["notice"], help_text=KIND)
    notice = NoticeResource(help_text="What the player is told.")
    unread = Whole(help_text="How many notices the player has not read, this one included.")


@meaning(
    "How many notices the player has not read: at first, after reading, at least once in twenty seconds."
)
class UnreadMessage(RenderedResource):
    type = Choice(["unread"], help_text=KIND)
    unread = Whole(help_text="How many there are.")


# Messages to webhooks


@meaning("The fields of every message to a webhook.")
class HookMessage(RenderedResource):
    timestamp = Moment(help_text="When it happened.")
    competition = Text(help_text="The id of the competition.")
    seq = Whole(
        help_text="The event's place in the list of events that an organiser who does not play gets; null "
        "for a test."
    )


@meaning("A webhook is told that somebody joined.")
class JoinedHookMessage(HookMessage):
    type = Choice(["joined"], help_text=KIND)
    data = JoinedData(help_text="What is told of it.")


@meaning("A webhook is told that a game has ended.")
class ResultHookMessage(HookMessage):
    type = Choice(["result"], help_text=KIND)
    data = ResultData(help_text="What is told of it.")


@meaning("A webhook is told that the competition or a round came to another state.")
class StateHookMessage(HookMessage):
    type = Choice(["state"], help_text=KIND)
    data = StateData(help_text="What is told of it.")


@meaning("A webhook is told what an organiser, the staff or the service did.")
class ActHookMessage(HookMessage):
    type = Choice(["act"], help_text=KIND)
    data = ActData(help_text="What is told of it.")


@meaning("A webhook is tried out by its organiser: nothing has happened.")
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


def _one_of(name: str, kinds: Mapping[str, type[RenderedResource]]) -> PolymorphicProxySerializer:
    return PolymorphicProxySerializer(
        component_name=name, serializers={**kinds}, resource_type_field_name="type"
    )


MESSAGES: Final = (
    _one_of("WatchingMessage", WATCHING),
    _one_of("PlayingMessage", PLAYING),
    MoveMessage(),
    _one_of("NoticingMessage", NOTICING),
    _one_of("WebhookMessage", HOOKS),
)
"""All messages. `openapi` adds these resources to the schema, because no operation names them."""
