"""Saying that there is news in a competition: something has happened that no follower knows of yet.

It is said in the row of the competition, together with what has happened, so that whoever dies in
between leaves it there. A hint after the commit only says when to look.
"""

import asyncio
import logging
import threading
import time
from collections.abc import Callable, Sequence
from typing import Final

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer
from django.db import transaction

from ..models import Competition
from .announcements import PATIENCE, channel_layer

logger = logging.getLogger(__name__)

PAUSE_S: Final = 5.0
"""How long it is waited when the layer fails, before it is listened to again."""

GROUP: Final = "news"
"""The channel-layer group of the processes that work."""

_wakes: list[Callable[[], None]] = []


def note_news(competition: Competition) -> None:
    """Note it in a competition that was read with its row locked, and is saved afterwards. Who looks is woken
    once: until the news is taken, whatever else happens is taken with it."""
    if not competition.has_news:
        competition.has_news = True
        transaction.on_commit(wake_everywhere)


def take_news(most: int) -> Sequence[Competition]:
    """Some competitions in which there was news, which is taken from them: whoever takes it must store in the
    same transaction what is to be done about it. Those that somebody has locked are left for later."""
    free = Competition.objects.select_for_update(of=("self",), no_key=True, skip_locked=True)
    found = list(free.filter(has_news=True).order_by("pk")[:most])
    if found:
        Competition.objects.filter(pk__in=[each.pk for each in found]).update(has_news=False)
    return found


def wake_everywhere() -> None:
    """Wake those who look for news, in every process; it is called after the commit, and raises nothing."""
    wake_here()
    try:
        if _reaches_others():
            async_to_sync(_send_hint)()
    except Exception:
        logger.warning("other processes were not told that there is news", exc_info=True)


def wake_here() -> None:
    for wake in _wakes:
        wake()


def call_at_news(wake: Callable[[], None]) -> None:
    """From now on call `wake` at each hint of this process; it must do next to nothing."""
    _wakes.append(wake)


def hear_other_processes() -> None:
    """Start to wake those who look here at the hints of other processes, too, as long as this one lives."""
    if _reaches_others():
        threading.Thread(target=_hear_for_ever, name="news of others", daemon=True).start()


def _hear_for_ever() -> None:
    while True:
        try:
            asyncio.run(hear_hints())
        except Exception:
            logger.warning("news of other processes cannot be heard; trying again", exc_info=True)
        time.sleep(PAUSE_S)


async def hear_hints() -> None:
    """Wake those who look here at each hint of any process, for ever; raises what the layer raises."""
    layer = channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(GROUP, channel)
    while True:
        await layer.receive(channel)
        wake_here()


def _reaches_others() -> bool:
    """Whether the layer reaches other processes than this one."""
    return not isinstance(channel_layer(), InMemoryChannelLayer)


async def _send_hint() -> None:
    async with asyncio.timeout(PATIENCE):
        await channel_layer().group_send(GROUP, {"type": "news"})
