"""The open sockets and streams of this process. Each is closed soon after the right to it is lost.

Any process may take a right away at any time: the access to a competition, the role of an organiser, a token,
a session. So this process checks all rights each second, with a few queries for all. For a competition that
everyone may watch, it does not ask for the session and the role. Moves sent with a token do not need this
check, since the token is checked again with each move. A session is checked only here, so a move may still be
stored for about a second after the session has ended.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection
from typing import Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from prometheus_client import Gauge

from ..embargo.watchers import Viewing, refused_viewings
from ..jobs.watches import Watch, watch
from ..metrics import CONNECTIONS_OPEN
from ..people.bans import barred_among
from ..people.sessions import live_sessions
from ..people.tokens import BAD_TOKEN, live_tokens_among
from ..play.threads import in_move_thread
from .admission import FORBIDDEN, UNAUTHENTICATED, CloseSocket, Right, refusal_of_viewing

LOOK_EVERY_S: Final = 1.0
"""The seconds between two checks of the rights."""

SIGNED_OUT: Final = _("Your session has ended.")
BARRED: Final = _("You are suspended or banned: your own page says why.")


class Connection:
    """A socket or stream, the right to it, and the function that closes it."""

    def __init__(self, right: Right, close: Callable[[CloseSocket], Awaitable[None]]) -> None:
        self.right = right
        self.close = close
        self.closed = False


class Connections:
    """The open connections, by right. All strangers who watch one competition share a right, which is checked
    once."""

    def __init__(self) -> None:
        self.by_right: dict[Right, set[Connection]] = defaultdict(set)
        self.watch: Watch | None = None

    def join(self, connection: Connection) -> None:
        self.by_right[connection.right].add(connection)
        _open(connection).inc()
        if self.watch is None:
            self.watch = watch("rights to sockets", LOOK_EVERY_S, self.close_lost)

    def leave(self, connection: Connection) -> None:
        alike = self.by_right[connection.right]
        alike.discard(connection)
        _open(connection).dec()
        if not alike:
            del self.by_right[connection.right]
        if not self.by_right and self.watch is not None:
            self.watch.stop()
            self.watch = None

    async def close_lost(self) -> None:
        """Close connections whose rights are lost."""
        reasons = await in_move_thread(rights_lost)(list(self.by_right))
        closing = []
        for right, why in reasons.items():
            for connection in self.by_right.get(right, ()):
                if not connection.closed:
                    connection.closed = True
                    closing.append(connection.close(why))
        # The connections are closed in tasks of their own, since closing the last one cancels the task of
        # this check.
        if closing:
            await asyncio.shield(asyncio.gather(*closing, return_exceptions=True))


CONNECTIONS: Final = Connections()


def _open(connection: Connection) -> Gauge:
    return CONNECTIONS_OPEN.labels("standings" if connection.right.viewing else "player")


def rights_lost(rights: Collection[Right]) -> dict[Right, CloseSocket]:
    """Return the rights that are lost, each with the refusal that its holder would get now."""
    tokens = {right.token_id for right in rights if right.token_id is not None}
    revoked = tokens - live_tokens_among(tokens)
    why = {right: CloseSocket(UNAUTHENTICATED, BAD_TOKEN) for right in rights if right.token_id in revoked}
    players = {right.player_id for right in rights if right.player_id is not None and right not in why}
    barred = barred_among(players, timezone.now())
    why.update((right, CloseSocket(FORBIDDEN, BARRED)) for right in rights if right.player_id in barred)
    for_few = refused_viewings(
        {Viewing(right.viewing.competition_id) for right in rights if right.viewing is not None}
    )
    doubtful = [
        right
        for right in rights
        if right not in why and (right.viewing is None or Viewing(right.viewing.competition_id) in for_few)
    ]
    sessions = {right.session for right in doubtful if right.session is not None}
    ended = sessions - live_sessions(sessions, timezone.now())
    viewings: dict[Right, Viewing] = {}
    for right in doubtful:
        signed_out = right.session in ended
        if right.viewing is not None:
            viewings[right] = Viewing(right.viewing.competition_id) if signed_out else right.viewing
        elif signed_out:
            why[right] = CloseSocket(UNAUTHENTICATED, SIGNED_OUT)
    codes = refused_viewings(set(viewings.values()))
    why.update(
        (right, refusal_of_viewing(codes[viewing])) for right, viewing in viewings.items() if viewing in codes
    )
    return why
