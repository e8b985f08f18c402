"""From which network a guest began to play a sealed competition, kept for some days as a keyed hash: two
guests of one network can be told from two of different ones there, and nobody's address from the hash."""

from datetime import datetime, timedelta
from typing import Final

from ..derived_keys import derived_key
from ..models import Entry, Origin, Play

KEPT_FOR: Final = timedelta(days=8)
"""A day longer than a duel lasts."""


def note_origin(*, entry: Entry, network: str, now: datetime) -> None:
    """Note where a guest begins to play, the first time, in sealed play; of accounts and bots nothing is
    kept."""
    if entry.competition.play != Play.SEALED or entry.player.account or entry.player.bot:
        return
    # In another competition the same network has another hash.
    hashed = derived_key("network of a guest", f"{entry.competition_id} {network}").hex()
    origin = Origin(entry=entry, network=hashed, expires_at=now + KEPT_FOR)
    Origin.objects.bulk_create([origin], ignore_conflicts=True)
