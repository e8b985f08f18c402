"""Counting a change of the standings, and saying so once it is committed."""

import asyncio
import logging
from collections.abc import Collection, Mapping
from functools import partial
from typing import Final

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import connection, transaction

from ..models import Competition

logger = logging.getLogger(__name__)

PATIENCE: Final = 1.0
"""Seconds that a write waits for the channel layer at most."""


def group_of(competition_id: str) -> str:
    """The channel-layer group in which every process watches one competition."""
    return f"competition.{competition_id}"


def announce_change(competition: Competition) -> None:
    """Count a change with the write that made it; tell the watchers after commit.

    To be called inside that write's transaction, for every change of what the
    feed shows: the standings, and the windows of the competition and its rounds.
    """
    announce_changes({competition.pk: 1})


def announce_changes(changes: Mapping[str, int]) -> None:
    """Count so many changes of each competition, as `announce_change` does for one, and tell of them once."""
    if not changes:
        return
    rows = ", ".join(["(%s, %s)"] * len(changes))
    statement = f"""
        UPDATE {Competition._meta.db_table} SET changes = changes + made.column2
        FROM (VALUES {rows}) AS made WHERE id = made.column1
    """
    with connection.cursor() as cursor:
        cursor.execute(statement, [value for change in changes.items() for value in change])
    transaction.on_commit(partial(_tell, changes))


def _tell(competition_ids: Collection[str]) -> None:
    """Hint to every process that it should look; without it each does so a little later (`switchboard`)."""
    try:
        async_to_sync(_send_hints)([group_of(competition_id) for competition_id in competition_ids])
    except Exception:  # the log is stored and must be answered, whatever the layer says
        logger.warning(
            "the change of competition %s was not announced", ", ".join(competition_ids), exc_info=True
        )


async def _send_hints(groups: list[str]) -> None:
    layer = get_channel_layer()
    async with asyncio.timeout(PATIENCE):
        for group in groups:
            await layer.group_send(group, {"type": "changed"})
