"""This process's sockets that a token's ticket has opened: they are closed soon after the token is revoked.

Moves do not wait for that: the statement that stores one asks for the token itself.
"""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection
from typing import Final

from ..models import Token
from ..playing.threads import in_thread

logger = logging.getLogger(__name__)

LOOK_EVERY_S: Final = 1.0
"""How often the tokens of open sockets are looked up, in seconds: one query for all."""

REVOKED: Final = "This token was revoked."


class Ticketed:
    """One socket, the token that opened it (None for the pages' cookie), and how it is closed."""

    def __init__(self, token_id: str | None, close: Callable[[], Awaitable[None]]) -> None:
        self.token_id = token_id
        self.close = close
        self.closed = False


class Sockets:
    """The open sockets by token."""

    def __init__(self) -> None:
        self.of_token: dict[str, set[Ticketed]] = defaultdict(set)
        self.looking: asyncio.Task[None] | None = None

    def join(self, socket: Ticketed) -> None:
        """Add a socket; one without a token stays open."""
        if socket.token_id is None:
            return
        self.of_token[socket.token_id].add(socket)
        if self.looking is None:
            self.looking = asyncio.create_task(self._look_out())

    def leave(self, socket: Ticketed) -> None:
        if socket.token_id is None:
            return
        self.of_token[socket.token_id].discard(socket)
        if not self.of_token[socket.token_id]:
            del self.of_token[socket.token_id]
        if not self.of_token and self.looking is not None:
            self.looking.cancel()
            self.looking = None

    async def _look_out(self) -> None:
        failing = False
        while True:
            await asyncio.sleep(LOOK_EVERY_S)
            try:
                await self.close_revoked()
                failing = False
            except Exception:
                if not failing:  # log once, not every second while the database is away
                    logger.exception("could not look up the tokens of open sockets; trying again")
                failing = True

    async def close_revoked(self) -> None:
        """Close the sockets of tokens that are live no longer."""
        asked = set(self.of_token)
        revoked = asked - await in_thread(live_of)(asked)
        open_still = [
            socket for each in revoked for socket in self.of_token.get(each, ()) if not socket.closed
        ]
        for socket in open_still:
            socket.closed = True
        # In tasks of their own: with the last of them this one is cancelled, as nothing is left to look for.
        if closing := [asyncio.ensure_future(socket.close()) for socket in open_still]:
            await asyncio.wait(closing)


TICKETED = Sockets()


def live_of(token_ids: Collection[str]) -> set[str]:
    """Those of the tokens that were not revoked."""
    live: set[str] = set()
    asked = list(token_ids)
    for start in range(0, len(asked), 1000):
        some = Token.objects.filter(pk__in=asked[start : start + 1000], revoked_at=None)
        live.update(some.values_list("pk", flat=True))
    return live
