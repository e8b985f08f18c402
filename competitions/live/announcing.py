"""Counting changes of the standings, and announcing them after the commit."""

import asyncio
import logging
from collections.abc import Collection, Iterable
from functools import partial
from typing import Final

from asgiref.sync import async_to_sync
from channels.layers import InMemoryChannelLayer, get_channel_layer
from django.db import connection, transaction

from ..models import Competition, Entry
from ..models.writing import count_up

logger = logging.getLogger(__name__)

COMPETITION, ENTRY = Competition._meta.db_table, Entry._meta.db_table

PATIENCE: Final = 1.0
"""How many seconds at most a write waits for the channel layer."""


def group_of(competition_id: str) -> str:
    """The channel-layer group in which every process watches one competition."""
    return f"competition.{competition_id}"


def announce_change(competition: Competition, entries: Iterable[Entry] = ()) -> None:
    """Count a change with the write that made it; tell the watchers after the commit.

    Must be called inside that write's transaction, for every change of what the
    feed shows: the standings, and the windows of the competition and its rounds.

    The `entries` are those of which the standings show something else from now on.
    They are stamped with the new count, so that who has read up to an older one finds
    them. As the competition's row stays locked from here to the commit, stamps become
    visible in their order. Entries that others may write must be locked before.
    """
    changed = [entry.pk for entry in entries]
    count_up(competition, "changes")
    if changed:
        count = f"SELECT changes FROM {COMPETITION} WHERE id = %s"
        places = ", ".join(["%s"] * len(changed))
        with connection.cursor() as cursor:
            cursor.execute(
                f"UPDATE {ENTRY} SET changed = ({count}) WHERE id IN ({places})", [competition.pk, *changed]
            )
    tell_after_commit([competition.pk])


def tell_after_commit(competition_ids: Collection[str]) -> None:
    """Tell the watchers of changes that the caller has counted: all in one go."""
    if competition_ids:
        transaction.on_commit(partial(_tell, competition_ids))


def _tell(competition_ids: Collection[str]) -> None:
    """Hint to every process that it should look; without a hint it looks a little later (`switchboard`)."""
    try:
        groups = [group_of(each) for each in competition_ids if _may_be_watched(group_of(each))]
        if groups:
            async_to_sync(_send_hints)(groups)
    except Exception:  # the log is stored and must be answered, whatever the layer says
        logger.warning(
            "the change of competition %s was not announced", ", ".join(competition_ids), exc_info=True
        )


def _may_be_watched(group: str) -> bool:
    """Whether somebody may be watching: a layer in memory reaches this process alone, and knows its feeds."""
    layer = get_channel_layer()
    return not isinstance(layer, InMemoryChannelLayer) or group in layer.groups


async def _send_hints(groups: list[str]) -> None:
    layer = get_channel_layer()
    async with asyncio.timeout(PATIENCE):
        for group in groups:
            await layer.group_send(group, {"type": "changed"})
