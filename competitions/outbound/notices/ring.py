"""Messages on the channel layer that tell every process which players' notices have changed.

One message names all players of a batch. Each process then updates the pages that are connected to it.
"""

import logging
from collections.abc import Collection
from typing import Final

from channels.layers import InMemoryChannelLayer

from ...ledger.announcements import channel_layer, tell

logger = logging.getLogger(__name__)

GROUP: Final = "notices"
"""The channel-layer group of the processes whose open pages wait for notices."""

waiting_here: Final[set[str]] = set()
"""The ids of the players with open pages in this process. `realtime/bells` keeps them up to date."""


def ring(players: Collection[str]) -> None:
    """Tell all processes that the notices of these players have changed. If the message is lost, pages see
    the change a little later.

    Must be called after the commit. Raises nothing.
    """
    try:
        # A channel layer in memory reaches only this process, so only players with open pages here matter.
        in_memory = isinstance(channel_layer(), InMemoryChannelLayer)
        heard = waiting_here.intersection(players) if in_memory else players
        if heard:
            tell([GROUP], {"type": "notices", "players": sorted(heard)})
    except Exception:
        logger.warning("open pages were not told of notices", exc_info=True)
