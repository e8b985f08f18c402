"""News of a competition: events that its followers have not got yet.

The transaction of an event marks the competition's row, so the mark survives a dying process. After the
commit, a message on the channel layer (a wake-up) wakes the watch for news in each process. The watch then
looks for marked rows.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

from channels.layers import InMemoryChannelLayer
from django.db import transaction

from ..models import Competition
from .announcements import channel_layer, tell

logger = logging.getLogger(__name__)

PAUSE_S: Final = 5.0
"""The seconds to wait after a failure of the channel layer before this process listens again."""

GROUP: Final = "news"
"""The channel-layer group of all processes with workers."""

_wakes: list[Callable[[], None]] = []


def note_news(competition: Competition) -> None:
    """Mark a locked competition as having news, and wake the watches for news after the commit. The caller
    saves the competition. Further events wake no watch until `take_news` has cleared the mark."""
    if not competition.has_news:
        competition.has_news = True
        transaction.on_commit(wake_everywhere)


def take_news(most: int) -> Sequence[Competition]:
    """Clear the marks of some competitions with news, and return these competitions. The caller must store
    what follows from the news in the same transaction. Locked competitions are left for later."""
    free = Competition.objects.select_for_update(of=("self",), no_key=True, skip_locked=True)
    found = list(free.filter(has_news=True).order_by("pk")[:most])
    if found:
        Competition.objects.filter(pk__in=[each.pk for each in found]).update(has_news=False)
    return found


def wake_everywhere() -> None:
    """Wake the watches for news in every process. Call this after the commit. It raises nothing."""
    wake_here()
    try:
        if _reaches_others():
            tell([GROUP], {"type": "news"})
    except Exception:
        logger.warning("other processes were not told that there is news", exc_info=True)


def wake_here() -> None:
    for wake in _wakes:
        wake()


def call_at_news(wake: Callable[[], None]) -> None:
    """From now on, call `wake` whenever this process hears of news. `wake` must return at once."""
    _wakes.append(wake)


def hear_other_processes() -> None:
    """From now on, wake the watches of this process whenever another process announces news, until this
    process ends."""
    if _reaches_others():
        threading.Thread(target=_hear_for_ever, name="news of others", daemon=True).start()


def _hear_for_ever() -> None:
    while True:
        try:
            asyncio.run(hear_wake_ups())
        except Exception:
            logger.warning("news of other processes cannot be heard; trying again", exc_info=True)
        time.sleep(PAUSE_S)


async def hear_wake_ups() -> None:
    """Wake the watches of this process whenever a process announces news, for ever. Raises what the channel
    layer raises."""
    layer = channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(GROUP, channel)
    while True:
        await layer.receive(channel)
        wake_here()


def _reaches_others() -> bool:
    """Whether the channel layer reaches other processes."""
    return not isinstance(channel_layer(), InMemoryChannelLayer)
