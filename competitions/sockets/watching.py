"""The socket of the live standings: it watches, and never writes."""

from functools import partial
from typing import Any, Final

from channels.generic.websocket import AsyncWebsocketConsumer

from ..http.problems import as_refusal
from ..live.switchboard import SWITCHBOARD
from ..live.watcher import Watcher
from .admission import (
    TOO_LARGE,
    TOO_MANY,
    UNAVAILABLE,
    UNSUPPORTED,
    CloseSocket,
    Right,
    caller,
    in_turn_of_caller,
    require_watchable,
    since,
)
from .connections import CONNECTIONS, Connection

LONGEST_MESSAGE: Final = 1024
MOST_MESSAGES: Final = 32
"""How many messages a watcher may send over one socket. It has no need to send any, and as long as it
sends, the server's pings do not find out that it reads nothing: so this must end."""


class StandingsConsumer(AsyncWebsocketConsumer):
    """`/ws/v1/competitions/{id}?since=version`.

    Sends a `state` and, if their version is above `since`, the `standings` at
    first, then whatever changes. It ignores what a watcher sends. A socket is
    closed with 4400 for a `since` that is no version, 4401 for a ticket or token that
    is not valid, 4403 for an event that this viewer may not watch, 4404 for one that
    does not exist, also when that comes to be so while it is open; 4413, 4415 and 4429 for messages that are
    too long, binary or too many; 4503 while the database does not answer. It
    is closed after the handshake, because browsers do not tell scripts why a handshake
    failed.
    """

    # The feed listens for all its sockets.
    channel_layer_alias = None  # type: ignore[assignment]  # the stubs do not know that it may be none
    watcher: Watcher | None = None
    connection: Connection | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:  # closed, failed or cancelled
            self._leave()

    async def connect(self) -> None:
        await self.accept()
        self.messages = 0
        self.competition_id = self.scope["url_route"]["kwargs"]["competition_id"]
        try:
            version = since(self.scope["query_string"])
            right = await in_turn_of_caller(
                self.scope, partial(admit_watcher, self.competition_id, self.scope)
            )
        except CloseSocket as close:
            await self.close(close.code, close.reason)
            return
        extensions: Any = self.scope.get("extensions", {})
        push = extensions.get("evendeal.push", {}).get("push")  # our own server's
        self.watcher = Watcher(self.send, version, push)
        SWITCHBOARD.join(self.competition_id, self.watcher)
        self.connection = Connection(right, self._lost)
        CONNECTIONS.join(self.connection)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        self.messages += 1
        if self.watcher is None:  # already closed
            return
        if text_data is None:
            await self._part(UNSUPPORTED, "Nothing binary is understood here.")
        elif len(text_data) > LONGEST_MESSAGE:
            await self._part(TOO_LARGE, "That is too long.")
        elif self.messages > MOST_MESSAGES:
            await self._part(TOO_MANY, "A watcher only watches.")

    async def _lost(self, why: CloseSocket) -> None:
        await self._part(why.code, why.reason)

    async def _part(self, code: int, reason: str) -> None:
        self._leave()
        await self.close(code, reason)

    def _leave(self) -> None:
        if self.watcher is not None:
            SWITCHBOARD.leave(self.competition_id, self.watcher)
            self.watcher = None
        if self.connection is not None:
            CONNECTIONS.leave(self.connection)
            self.connection = None


def admit_watcher(competition_id: str, scope: Any) -> Right:
    """By what right the caller watches the competition; raises CloseSocket if they may not."""
    try:
        who = caller(scope)
        require_watchable(competition_id, who.player)
        return who.may_watch(competition_id)
    except Exception as error:
        refusal = as_refusal(error)
        if refusal is None:
            raise
        raise CloseSocket(UNAVAILABLE, refusal.detail) from None
