"""The socket of live standings. It writes nothing to the database."""

from functools import partial
from typing import Any

from ..models import Player
from ..web.languages import of_socket
from ..web.problems import as_refusal
from .admission import UNAVAILABLE, CloseSocket, Right, caller, in_turn_of_caller, require_watchable, since
from .listener import ListeningConsumer
from .switchboard import SWITCHBOARD
from .watcher import Watcher


class StandingsConsumer(ListeningConsumer):
    """The socket `/ws/v1/competitions/{id}?since=version`.

    It sends a `state` first, then the `standings` if their version is above `since`, and after that all
    changes. It ignores what a watcher sends. The socket is closed with 4400 if `since` is no version; 4401 if
    the ticket or token is not valid; 4403 if this viewer may not watch the competition; 4404 if there is no
    such competition; 4413, 4415 and 4429 for messages that are too long, binary or too many; 4503 while the
    database does not answer or too many requests wait. 4401, 4403 and 4404 can also come later, when the
    right to watch is lost.
    """

    watching: Watcher | None = None

    async def begin(self) -> Right:
        self.competition_id = self.scope["url_route"]["kwargs"]["competition_id"]
        version = since(self.scope["query_string"])
        admit = partial(admit_watcher, self.competition_id, self.scope)
        player, right = await in_turn_of_caller(self.scope, admit)
        self.language = of_socket(self.scope, player)
        self.watching = self.watcher(version)
        SWITCHBOARD.join(self.competition_id, self.watching)
        return right

    def end(self) -> None:
        if self.watching is not None:
            SWITCHBOARD.leave(self.competition_id, self.watching)
            self.watching = None


def admit_watcher(competition_id: str, scope: Any) -> tuple[Player | None, Right]:
    """Return the caller, and their right to watch the competition. Raises CloseSocket if the caller may not
    watch it."""
    try:
        who = caller(scope)
        require_watchable(competition_id, who.player)
        return who.player, who.may_watch(competition_id)
    except Exception as error:
        refusal = as_refusal(error)
        if refusal is None:
            raise
        raise CloseSocket(UNAVAILABLE, refusal.detail) from None
