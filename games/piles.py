"""Piles and tables as the player sees them.

A face-down card is only counted, so its name cannot be shown by mistake.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.cards import FACE_DOWN, NAMES
from games.language import Message


class Pile(NamedTuple):
    """A pile: `down` counts its face-down cards; `up` are the face-up cards on them, the exposed one last.

    >>> Pile(2, (0, 51)).names()
    ['??', '??', 'AC', 'KS']
    """

    down: int = 0
    up: tuple[int, ...] = ()

    def names(self) -> list[str]:
        """Return the names of the cards from bottom to top, `??` for each face-down card."""
        down, up = self
        hidden = [FACE_DOWN] * down
        return hidden + [NAMES[card] for card in up] if up else hidden


_NO_CARDS = Pile()


class Seen(NamedTuple):
    """A table as its player sees it.

    `origin` is the pile of the card that the player has just taken and not laid yet; None if there is no such
    card.
    """

    rules: Mapping[str, str]
    piles: Mapping[str, Pile]
    origin: str | None = None

    def top(self, pile: str) -> int | None:
        """Return the top card of a pile; None if it is face down or the pile is empty."""
        up = self.piles[pile].up
        return up[-1] if up else None

    def on_empty(self, signs: Mapping[str, Message]) -> dict[str, Message]:
        """Return the signs (texts on empty places) of those piles that are on the table and empty."""
        return {pile: sign for pile, sign in signs.items() if self.piles.get(pile) == _NO_CARDS}
