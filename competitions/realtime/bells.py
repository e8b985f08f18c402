"""The pages of this process that wait for notices, and telling each of its player's.

A hint says whose notices have changed; what is sent is always read from the database. Hints get lost, so all
who wait are looked at from time to time.
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

from ..jobs.watches import Lookout, watch
from ..ledger.announcements import channel_layer
from ..models import Notice
from ..models.stretches import stretches
from ..outbound.notices.inbox import with_what_they_tell
from ..outbound.notices.notice_words import notice_json
from ..outbound.notices.ring import GROUP, waiting_here
from .admission import TOO_MANY, CloseSocket
from .feed_queries import in_feed_thread
from .watcher import Watcher

logger = logging.getLogger(__name__)

LOOK_EVERY_S: Final = 8.0
"""How often all are looked at, for what no hint came of."""

REPEAT_S: Final = 10.0
"""After so much silence a page is told its count once more, so that it knows that the line is not dead."""

RETRY_S: Final = 1.0
"""After how long a channel layer that failed is listened to again."""

NEW: Final = timedelta(minutes=2)
"""How old a notice may be that is still sent as news; the list has it anyway."""

MOST_BELLS: Final = 16
"""How many a player may have open in this process at the same time."""

to_json = json.JSONEncoder(separators=(",", ":")).encode


@dataclass(slots=True)
class BellMessage:
    """A message; of two of a kind that wait for a slow reader, the newer one is sent."""

    kind: str
    text: str


class Inbox(NamedTuple):
    """What a player is to be told."""

    unread: int
    new: Sequence[Notice]
    """The last ones, the oldest first."""


class InboxBell:
    """One page that waits."""

    def __init__(self, player_id: str, watcher: Watcher) -> None:
        self.player_id = player_id
        self.watcher = watcher
        self.unread: int | None = None
        """What it was told last; None before it was told anything."""
        self._told: set[str] = set()
        self._spoke_at = monotonic()

    def tell(self, inbox: Inbox) -> None:
        """Send what the page does not know. What was there before it came is in its first count alone."""
        if self.unread is not None:
            for notice in inbox.new:
                if notice.pk not in self._told and not notice.read:
                    told = {"type": "notice", "notice": notice_json(notice), "unread": inbox.unread}
                    self._say(BellMessage(notice.pk, to_json(told)))
                    self.unread = inbox.unread
        self._told = {notice.pk for notice in inbox.new}
        if self.unread != inbox.unread or monotonic() - self._spoke_at >= REPEAT_S:
            self.unread = inbox.unread
            self._say(BellMessage("unread", to_json({"type": "unread", "unread": inbox.unread})))

    def _say(self, message: BellMessage) -> None:
        self._spoke_at = monotonic()
        self.watcher.offer(message)


class Bells:
    """All pages that wait, by their players."""

    def __init__(self) -> None:
        self._bells: dict[str, set[InboxBell]] = defaultdict(set)
        self._due: set[str] = set()
        """The players of whom it is to be looked what is new."""
        self._woken = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._outlook: Lookout | None = None

    def join(self, bell: InboxBell) -> None:
        """Add a page, which is told its first count at once; raises CloseSocket where its player has too
        many."""
        if len(self._bells.get(bell.player_id, ())) >= MOST_BELLS:
            raise CloseSocket(TOO_MANY, f"A player has at most {MOST_BELLS} of these sockets open at once.")
        if self._outlook is None:
            self._woken = asyncio.Event()
            self._tasks = [asyncio.create_task(work) for work in (self._listen(), self._tell())]
            self._outlook = watch("notices to show", LOOK_EVERY_S, self._look_at_all)
        self._bells[bell.player_id].add(bell)
        waiting_here.add(bell.player_id)
        self._look_at([bell.player_id])

    def leave(self, bell: InboxBell) -> None:
        bell.watcher.leave()
        theirs = self._bells.get(bell.player_id, set())
        theirs.discard(bell)
        if not theirs:
            self._bells.pop(bell.player_id, None)
            waiting_here.discard(bell.player_id)
        if not self._bells and self._outlook is not None:
            self._outlook.stop()
            self._outlook = None
            for task in self._tasks:
                task.cancel()

    def _look_at(self, players: Iterable[str]) -> None:
        self._due.update(player for player in players if player in self._bells)
        self._woken.set()

    async def _look_at_all(self) -> None:
        self._look_at(self._bells)

    async def _tell(self) -> None:
        """Look at those who are due, and tell them; what fails is tried again."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            due, self._due = self._due, set()
            try:
                found = await in_feed_thread(inboxes)(due)
            except Exception:
                logger.exception("notices could not be read; trying again")
                await asyncio.sleep(RETRY_S)
                self._look_at(due)
                continue
            for player, inbox in found.items():
                for bell in self._bells.get(player, ()):
                    try:
                        bell.tell(inbox)
                    except Exception:
                        logger.exception("a page was not told the notices of player %s", player)

    async def _listen(self) -> None:
        """Hear the hints, whatever happens to the layer."""
        layer = channel_layer()
        while True:
            try:
                channel = await layer.new_channel()
                await layer.group_add(GROUP, channel)
                while True:
                    self._look_at((await layer.receive(channel))["players"])
            except Exception:
                logger.warning("hints at notices cannot be heard; trying again", exc_info=True)
                await asyncio.sleep(RETRY_S)


def inboxes(players: Collection[str]) -> Mapping[str, Inbox]:
    """What each of the players is to be told: two queries for some hundreds of them."""
    unread: dict[str, int] = {}
    new: dict[str, list[Notice]] = defaultdict(list)
    for some in stretches(players):
        theirs = Notice.objects.filter(player__in=some).order_by()
        for notice in with_what_they_tell(theirs.filter(at__gt=timezone.now() - NEW)).order_by("at", "pk"):
            new[notice.player_id].append(notice)
        # Counted afterwards, so that a notice which comes meanwhile is not told as if it were read.
        counted = theirs.filter(read=False).values("player").annotate(unread=Count("pk"))
        unread |= dict(counted.values_list("player", "unread"))
    return {player: Inbox(unread.get(player, 0), new[player]) for player in players}


BELLS: Final = Bells()
