"""The socket for a player's notices. It writes nothing to the database."""

from functools import partial
from typing import Any

from django.utils.translation import gettext_lazy as _

from ..models import Player
from ..web.languages import of_socket
from ..web.problems import as_refusal
from .admission import FORBIDDEN, UNAUTHENTICATED, UNAVAILABLE, CloseSocket, Right, caller, in_turn_of_caller
from .bells import BELLS, InboxBell
from .listener import ListeningConsumer


class NoticesConsumer(ListeningConsumer):
    """The socket `/ws/v1/notices`, for the player of the cookie, ticket or token.

    It sends the count of `unread` notices first, then each new `notice`. It sends the count again when
    notices are read on another page, and after some seconds without a message. The socket is closed with 4401
    if no cookie, ticket or token is valid, and as soon as the caller's session or token ends; 4403 if the
    ticket or token may not read; 4413, 4415 and 4429 for messages that are too long, binary or too many; 4429
    for too many sockets, too; 4503 while the database does not answer or too many requests wait.
    """

    bell: InboxBell | None = None

    async def begin(self) -> Right:
        player, right = await in_turn_of_caller(self.scope, partial(_admit, self.scope))
        self.language = of_socket(self.scope, player)
        self.bell = InboxBell(player.pk, self.watcher(), self.language)
        BELLS.join(self.bell)
        return right

    def end(self) -> None:
        if self.bell is not None:
            BELLS.leave(self.bell)
            self.bell = None


def _admit(scope: Any) -> tuple[Player, Right]:
    """Return the player, and the right to their notices. Raises CloseSocket if the caller has none."""
    try:
        who = caller(scope)
        if who.player is None:
            raise CloseSocket(UNAUTHENTICATED, _("Send a session cookie, a ticket or a token."))
        if "read" not in who.player.scopes:
            raise CloseSocket(FORBIDDEN, _("This token may not read."))
        return who.player, who.may_read_notices()
    except Exception as error:
        refusal = as_refusal(error)
        if refusal is None:
            raise
        raise CloseSocket(UNAVAILABLE, refusal.detail) from None
