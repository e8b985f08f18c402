"""How many watch in all processes: each feed tells the others its own number from time to time."""

from typing import Final

FORGET_AFTER: Final = 20.0
"""After so many seconds without a message a feed counts as gone: its process died without saying so."""


class Presence:
    """The numbers that other feeds told, each with when it was heard, in seconds of any steady clock."""

    def __init__(self) -> None:
        self._heard: dict[str, tuple[int, float]] = {}

    def hear(self, feed: str, watching: int, at: float) -> bool:
        """Take a feed's number (0 if it stops), and tell whether the feed was unknown until now."""
        new = feed not in self._heard
        self._heard[feed] = (watching, at)
        if not watching:
            del self._heard[feed]
        return new and watching > 0

    def elsewhere(self, now: float) -> int:
        """How many watch through other feeds that were heard lately."""
        self._heard = {feed: told for feed, told in self._heard.items() if now - told[1] < FORGET_AFTER}
        return sum(watching for watching, _ in self._heard.values())
