"""Counting the watchers of a competition in all processes. The competition's feed in each process regularly
sends its count to the feeds in the other processes."""

from typing import Final

FORGET_AFTER: Final = 20.0
"""After this many seconds without a message, a feed counts as gone: its process has probably died."""


class Presence:
    """The counts of other feeds. Each count is stored with the time when it arrived, in seconds of a
    monotonic clock."""

    def __init__(self) -> None:
        self._heard: dict[str, tuple[int, float]] = {}

    def hear(self, feed: str, watching: int, at: float) -> bool:
        """Store how many watchers a feed in another process has; 0 means that the feed stops. Return whether
        the feed is new."""
        new = feed not in self._heard
        self._heard[feed] = (watching, at)
        if not watching:
            del self._heard[feed]
        return new and watching > 0

    def elsewhere(self, now: float) -> int:
        """Return how many watchers the feeds in other processes have, without feeds that are gone."""
        self._heard = {
            feed: (count, at) for feed, (count, at) in self._heard.items() if now - at < FORGET_AFTER
        }
        return sum(watching for watching, _ in self._heard.values())
