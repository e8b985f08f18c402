"""How many watch, over all processes: each hub tells the others its own number from time to time."""

from typing import Final

FORGET_AFTER: Final = 20.0
"""Seconds without a word after which a hub counts as gone: its process died without saying so."""


class Presence:
    """The numbers that other hubs told, each with the second (of any steady clock) it was heard."""

    def __init__(self) -> None:
        self._heard: dict[str, tuple[int, float]] = {}

    def hear(self, hub: str, watching: int, at: float) -> bool:
        """Take a hub's number, 0 for goodbye; whether this hub was unknown until now."""
        new = hub not in self._heard
        self._heard[hub] = (watching, at)
        if not watching:
            del self._heard[hub]
        return new and watching > 0

    def elsewhere(self, now: float) -> int:
        """How many watch through hubs that were heard lately."""
        self._heard = {hub: told for hub, told in self._heard.items() if now - told[1] < FORGET_AFTER}
        return sum(watching for watching, _ in self._heard.values())
