"""What a table and a move are, in every game."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Protocol, Self

from games.piles import Pile

#: Why a move is refused once the game is over, although cards could still be moved.
OVER = "the game is over"


class Table(Protocol):
    """A whole position of one game, as a frozen value."""

    @property
    def finished(self) -> bool:
        """Whether the end condition is met; then no move is legal, and before that one always is."""

    @property
    def won(self) -> bool:
        """Whether the game is finished and won."""

    @property
    def score(self) -> int:
        """The final score, or before the end the score of giving up now."""

    def legal(self) -> Iterator[Move]:
        """Every move that is allowed now, each once; their order means nothing."""

    def piles(self) -> dict[str, Pile]:
        """Every pile of the game under its options, by name, as the player sees it."""

    @property
    def origin(self) -> str | None:
        """The pile out of which the player has just taken a card that is still to be laid somewhere."""

    def face_down(self) -> tuple[int, ...]:
        """The cards that the player does not see, pile by pile. No player may be told."""

    def with_face_down(self, cards: Sequence[int]) -> Self:
        """The table with these cards face down instead, in the order of `face_down`."""


def refilled(piles: Iterable[tuple[int, ...]], cards: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """The piles with these cards in the places of theirs, in order.

    >>> refilled([(1, 2), (), (3,)], [7, 8, 9])
    ((7, 8), (), (9,))
    """
    rest = iter(cards)
    return tuple(tuple(islice(rest, len(pile))) for pile in piles)


class Move(Protocol):
    """One thing a player can do, as a frozen value. It is asked only about tables of its own game."""

    @property
    def text(self) -> str:
        """The canonical spelling."""

    def refusal(self, table: Any, /) -> str | None:
        """Why the move is not allowed now, as a sentence for the player; None when it is allowed."""

    def after(self, table: Any, /) -> Any:
        """The table after the move; `table` is untouched. It does not check that the move is allowed."""
