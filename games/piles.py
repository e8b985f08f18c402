"""Piles and tables as the player sees them: for each pile, how many cards are face down, and which cards are
face up.

A face-down card is only counted, so its name cannot be shown by mistake.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.cards import FACE_DOWN, NAMES


class Pile(NamedTuple):
    """`down` is the number of cards face down, `up` the cards face up on them, the exposed one last.

    >>> Pile(2, (0, 51)).names()
    ['??', '??', 'AC', 'KS']
    """

    down: int = 0
    up: tuple[int, ...] = ()

    def names(self) -> list[str]:
        """The names of the cards from bottom to top, `??` for each card face down."""
        return [FACE_DOWN] * self.down + [NAMES[card] for card in self.up]


_NO_CARDS = Pile()


class Seen(NamedTuple):
    """A table as its player sees it.

    `origin` is the pile out of which the player has just taken a card that is still to be laid somewhere.
    """

    rules: Mapping[str, str]
    piles: Mapping[str, Pile]
    origin: str | None = None

    def top(self, pile: str) -> int | None:
        """The exposed card of a pile, if it is face up."""
        up = self.piles[pile].up
        return up[-1] if up else None

    def on_empty(self, signs: Mapping[str, str]) -> dict[str, str]:
        """Those of the signs whose piles are on the table and have no cards."""
        return {pile: sign for pile, sign in signs.items() if self.piles.get(pile) == _NO_CARDS}
