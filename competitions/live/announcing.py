"""Counting a change of the standings, and saying so once it is committed."""

import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.db import transaction
from django.db.models import F

from ..models import Competition

logger = logging.getLogger(__name__)


def group_of(competition_id: str) -> str:
    """The channel-layer group in which every process watches one competition."""
    return f"competition.{competition_id}"


def announce_change(competition: Competition) -> None:
    """Count a change with the write that made it; tell the watchers after commit.

    To be called inside that write's transaction.
    """
    Competition.objects.filter(pk=competition.pk).update(changes=F("changes") + 1)
    transaction.on_commit(lambda: _tell(competition.pk))


def _tell(competition_id: str) -> None:
    try:
        async_to_sync(get_channel_layer().group_send)(group_of(competition_id), {"type": "changed"})
    except Exception:  # the log is stored and must be answered, whatever the layer says
        logger.exception("the change of competition %s was not announced", competition_id)
