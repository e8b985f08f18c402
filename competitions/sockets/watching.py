"""The socket of the live standings: it watches, and never writes."""

from typing import Any, Final

from channels.generic.websocket import AsyncWebsocketConsumer

from ..http.problems import as_refusal
from ..live.reading import in_thread
from ..live.switchboard import SWITCHBOARD
from ..live.watcher import Watcher
from .admission import (
    TOO_LARGE,
    TOO_MANY,
    UNAVAILABLE,
    UNSUPPORTED,
    CloseSocket,
    caller,
    require_watchable,
    since,
)

LONGEST_WORD: Final = 1024
MOST_WORDS: Final = 32
"""Messages a watcher may send in its life. It has nothing to say, and each counts as a sign of life
that spares a connection the server's pings: one that talks without reading must come to an end."""


class StandingsConsumer(AsyncWebsocketConsumer):
    """`/ws/v1/competitions/{id}?since=version`.

    Sends a `state` and the `standings` on joining (these not if their version
    is not above `since`), then whatever changes. What a watcher sends is
    ignored. A socket is closed with 4400 for a `since` that is no version, 4403
    for an event that is not for this viewer, 4404 for one that is not there;
    4413, 4415 and 4429 for messages that are too long, binary or too many; 4503
    while the database does not answer. Each comes after the handshake, as
    browsers hide from scripts why one failed.
    """

    channel_layer_alias = None  # the feed listens for all its sockets
    watcher: Watcher | None = None

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:  # closed, failed or cancelled
            self._leave()

    async def connect(self) -> None:
        await self.accept()
        self.words = 0
        self.competition_id = self.scope["url_route"]["kwargs"]["competition_id"]
        try:
            version = since(self.scope["query_string"])
            await in_thread(_admit)(self.competition_id, self.scope)
        except CloseSocket as close:
            await self.close(close.code, close.reason)
            return
        push = self.scope.get("extensions", {}).get("evendeal.push", {}).get("push")  # our own server's
        self.watcher = Watcher(self.base_send, version, push)
        SWITCHBOARD.join(self.competition_id, self.watcher)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        self.words += 1
        if self.watcher is None:  # already closed
            return
        if text_data is None:
            await self._part(UNSUPPORTED, "Nothing binary is understood here.")
        elif len(text_data) > LONGEST_WORD:
            await self._part(TOO_LARGE, "That is too long.")
        elif self.words > MOST_WORDS:
            await self._part(TOO_MANY, "A watcher only watches.")

    async def _part(self, code: int, reason: str) -> None:
        self._leave()
        await self.close(code, reason)

    def _leave(self) -> None:
        if self.watcher is not None:
            SWITCHBOARD.leave(self.competition_id, self.watcher)
            self.watcher = None


def _admit(competition_id: str, scope: Any) -> None:
    """Raises CloseSocket unless whoever opens this socket may watch the competition."""
    try:
        player, scopes = caller(scope)
        require_watchable(competition_id, player if "read" in scopes else None)
    except Exception as error:
        refusal = as_refusal(error)
        if refusal is None:
            raise
        raise CloseSocket(UNAVAILABLE, refusal.detail) from None
