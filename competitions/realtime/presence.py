"""How many watch in all processes: each feed regularly tells the others its own count."""

from typing import Final

FORGET_AFTER: Final = 20.0
"""Seconds without a message after which a feed counts as gone: its process died."""


class Presence:
    """The counts of other feeds, each with when it came, in seconds of any steady clock."""

    def __init__(self) -> None:
        self._heard: dict[str, tuple[int, float]] = {}

    def hear(self, feed: str, watching: int, at: float) -> bool:
        """Take the count of a feed, 0 if it stops; return whether the feed is new."""
        new = feed not in self._heard
        self._heard[feed] = (watching, at)
        if not watching:
            del self._heard[feed]
        return new and watching > 0

    def elsewhere(self, now: float) -> int:
        """The sum of the counts of feeds that are not gone."""
        self._heard = {
            feed: (count, at) for feed, (count, at) in self._heard.items() if now - at < FORGET_AFTER
        }
        return sum(watching for watching, _ in self._heard.values())
