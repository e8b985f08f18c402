"""Telling every process, after a commit, that a competition has changed."""

import asyncio
import logging
import time
from collections.abc import Collection, Sequence
from typing import Any, Final

from asgiref.sync import async_to_sync
from channels.layers import BaseChannelLayer, InMemoryChannelLayer, get_channel_layer

from ..outages import Rest

logger = logging.getLogger(__name__)

PATIENCE: Final = 1.0
"""How many seconds a write waits for the channel layer at most."""

RESTS: Final = {"changed": Rest(), "news": Rest(), "notices": Rest()}
"""One `Rest` for each type of message. After a message could not be sent, at most one write a second tries to
send a message of that type, until one is sent. Messages of other types are not held back."""

watched_here: Final[set[str]] = set()
"""The ids of the competitions that are watched in this process. `realtime/switchboard` keeps this set up to
date."""


def group_of(competition_id: str) -> str:
    """Return the channel-layer group through which processes that watch a competition hear of its changes."""
    return f"competition.{competition_id}"


def channel_layer() -> BaseChannelLayer:
    layer = get_channel_layer()
    assert layer is not None  # the settings always name a layer
    return layer


def announce(competition_ids: Collection[str]) -> None:
    """Tell every process that these competitions have changed. A process that does not get the message finds
    the change a little later (`realtime/switchboard`).

    Call this after the commit. It raises nothing, since a failing layer must not spoil the answer to a stored
    write.
    """
    try:
        groups = [group_of(each) for each in competition_ids if _may_be_watched(each)]
        tell(groups, {"type": "changed", "committed_at": time.time()})
    except Exception:
        logger.warning(
            "the change of competition %s was not announced", ", ".join(competition_ids), exc_info=True
        )


def _may_be_watched(competition_id: str) -> bool:
    """Whether anybody may be watching the competition. If the channel layer is in memory, all watchers are in
    this process, so `watched_here` has the answer."""
    return competition_id in watched_here or not isinstance(channel_layer(), InMemoryChannelLayer)


def tell(groups: Sequence[str], message: dict[str, Any]) -> None:
    """Send a message to some groups of the channel layer. Nothing is sent if a message of this type could
    not be sent a moment ago (`RESTS`). Whoever misses the message finds the change a little later.

    Call this after the commit. Raises what the layer raises, and TimeoutError if the layer hangs.
    """
    rest = RESTS[message["type"]]
    if not groups or not rest.may_ask():
        return
    try:
        async_to_sync(_send)(groups, message)
    except BaseException:
        rest.failed()
        raise
    rest.answered()


async def _send(groups: Sequence[str], message: dict[str, Any]) -> None:
    layer = channel_layer()
    async with asyncio.timeout(PATIENCE):
        for group in groups:
            await layer.group_send(group, message)
