"""The open pages that wait for notices over a socket of this process.

A message on the channel layer, called a wake-up, names the players whose notices have changed. What is sent
is always read from the database. Wake-ups may get lost, so all players are also checked regularly.
"""

import asyncio
import json
import logging
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic
from typing import Final, NamedTuple

from django.db.models import Count
from django.utils import timezone
from django.utils.translation import ngettext_lazy, override

from ..jobs.watches import Watch, watch
from ..ledger.announcements import channel_layer
from ..models import Notice
from ..models.stretches import stretches
from ..outbound.notices.inbox import with_what_they_tell
from ..outbound.notices.notice_words import notice_json
from ..outbound.notices.ring import GROUP, waiting_here
from ..translatable import with_facts
from .admission import TOO_MANY, CloseSocket
from .feed_queries import in_feed_thread
from .watcher import Watcher

logger = logging.getLogger(__name__)

LOOK_EVERY_S: Final = 8.0
"""The seconds between two readings of the notices of all players with open pages. Usually a wake-up
announces a new notice at once. If the wake-up is lost, the next reading finds the notice."""

REPEAT_S: Final = 10.0
"""The seconds of silence after which a page gets its count of unread notices again. This shows that the
connection is alive."""

RETRY_S: Final = 1.0
"""The seconds to wait before another try, after the channel layer or the reading of notices has failed."""

NEW: Final = timedelta(minutes=2)
"""The age up to which a notice is sent as new. Older notices are only in the player's list of notices."""

MOST_BELLS: Final = 16
"""The greatest number of open pages of a player in this process."""

to_json = json.JSONEncoder(separators=(",", ":")).encode


TOO_MANY_SOCKETS: Final = ngettext_lazy(
    "A player has at most %(most)d of these sockets open at once.",
    "A player has at most %(most)d of these sockets open at once.",
    "most",
)


@dataclass(slots=True)
class BellMessage:
    """A message to a page. `topic` is the id of a notice, or `unread` for a count. If two messages on one
    topic wait for a slow reader, only the newer one is sent."""

    topic: str
    text: str


class Inbox(NamedTuple):
    """The data for a player's pages: the count of unread notices, and the new notices."""

    unread: int
    new: Sequence[Notice]
    """The notices that are younger than `NEW`, the oldest first."""


class InboxBell:
    """An open page that waits for notices. It gets them in its own language."""

    def __init__(self, player_id: str, watcher: Watcher, language: str) -> None:
        self.player_id = player_id
        self.watcher = watcher
        self.language = language
        self.unread: int | None = None
        """The count of unread notices that was sent last; None before any count was sent."""
        self._sent: set[str] = set()
        self._sent_at = monotonic()

    def send(self, inbox: Inbox) -> None:
        """Send what the page does not have yet. Notices from before the page was opened are not sent one by
        one, only counted."""
        if self.unread is not None:
            for notice in inbox.new:
                if notice.pk not in self._sent and not notice.read:
                    with override(self.language):
                        told = notice_json(notice)
                    message = {"type": "notice", "notice": told, "unread": inbox.unread}
                    self._offer(BellMessage(notice.pk, to_json(message)))
                    self.unread = inbox.unread
        self._sent = {notice.pk for notice in inbox.new}
        if self.unread != inbox.unread or monotonic() - self._sent_at >= REPEAT_S:
            self.unread = inbox.unread
            self._offer(BellMessage("unread", to_json({"type": "unread", "unread": inbox.unread})))

    def _offer(self, message: BellMessage) -> None:
        self._sent_at = monotonic()
        self.watcher.offer(message)


class Bells:
    """All waiting pages, and the tasks that read the notices of their players."""

    def __init__(self) -> None:
        self._bells: dict[str, set[InboxBell]] = defaultdict(set)
        self._due: set[str] = set()
        """The ids of the players whose notices must be read and sent."""
        self._woken = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._watch: Watch | None = None

    def join(self, bell: InboxBell) -> None:
        """Add the bell of an open page, and let the page have its count of unread notices at once. Raises
        CloseSocket if its player has too many pages."""
        if len(self._bells.get(bell.player_id, ())) >= MOST_BELLS:
            raise CloseSocket(TOO_MANY, with_facts(TOO_MANY_SOCKETS, most=MOST_BELLS))
        if self._watch is None:
            self._woken = asyncio.Event()
            self._tasks = [asyncio.create_task(work) for work in (self._listen(), self._send_due())]
            self._watch = watch("notices to show", LOOK_EVERY_S, self._check_all)
        self._bells[bell.player_id].add(bell)
        waiting_here.add(bell.player_id)
        self._make_due([bell.player_id])

    def leave(self, bell: InboxBell) -> None:
        bell.watcher.leave()
        theirs = self._bells.get(bell.player_id, set())
        theirs.discard(bell)
        if not theirs:
            self._bells.pop(bell.player_id, None)
            waiting_here.discard(bell.player_id)
        if not self._bells and self._watch is not None:
            self._watch.stop()
            self._watch = None
            for task in self._tasks:
                task.cancel()

    def _make_due(self, players: Iterable[str]) -> None:
        self._due.update(player for player in players if player in self._bells)
        self._woken.set()

    async def _check_all(self) -> None:
        self._make_due(self._bells)

    async def _send_due(self) -> None:
        """Read the notices of the due players, and send them. After a failure, try again."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            due, self._due = self._due, set()
            try:
                found = await in_feed_thread(inboxes)(due)
            except Exception:
                logger.exception("notices could not be read; trying again")
                await asyncio.sleep(RETRY_S)
                self._make_due(due)
                continue
            for player, inbox in found.items():
                for bell in self._bells.get(player, ()):
                    try:
                        bell.send(inbox)
                    except Exception:
                        logger.exception("a page was not told the notices of player %s", player)

    async def _listen(self) -> None:
        """For ever, receive the wake-ups that name the players whose notices have changed. If the channel
        layer fails, listen again."""
        layer = channel_layer()
        while True:
            try:
                channel = await layer.new_channel()
                await layer.group_add(GROUP, channel)
                while True:
                    self._make_due((await layer.receive(channel))["players"])
            except Exception:
                logger.warning("wake-ups for notices cannot be heard; trying again", exc_info=True)
                await asyncio.sleep(RETRY_S)


def inboxes(players: Collection[str]) -> Mapping[str, Inbox]:
    """Return the count of unread notices and the new notices of each player, keyed by the player's id. This
    takes two queries per thousand players."""
    unread: dict[str, int] = {}
    new: dict[str, list[Notice]] = defaultdict(list)
    for some in stretches(players):
        theirs = Notice.objects.filter(player__in=some).order_by()
        for notice in with_what_they_tell(theirs.filter(at__gt=timezone.now() - NEW)).order_by("at", "pk"):
            new[notice.player_id].append(notice)
        # This query comes second, so that its count includes every unread notice that the first query found.
        counted = theirs.filter(read=False).values("player").annotate(unread=Count("pk"))
        unread |= dict(counted.values_list("player", "unread"))
    return {player: Inbox(unread.get(player, 0), new[player]) for player in players}


BELLS: Final = Bells()
