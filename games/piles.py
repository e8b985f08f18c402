"""A pile as the player sees it: the number of cards face down, and the cards face up on them.

A face-down card is only counted, so its name cannot be shown by mistake.
"""

from __future__ import annotations

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
