"""Tables and moves, as every game has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, Protocol, Self

from games.language import Message
from games.piles import Pile

#: Why a move is refused once the game is over, although cards could still be moved.
OVER = Message("game_over")
#: Reasons for which several games refuse moves.
STOCK_EMPTY, NOTHING_CHANGES = Message("stock_is_empty"), Message("nothing_would_change")


class Table(Protocol):
    """A whole position of one game, as an immutable value."""

    @property
    def finished(self) -> bool:
        """Whether the game has ended. Then no move is legal; before the end, at least one is."""

    @property
    def won(self) -> bool:
        """Whether the game is finished and won."""

    @property
    def score(self) -> int:
        """The final score; before the end, the score of giving up now."""

    def legal(self) -> Iterator[Move]:
        """Yield every allowed move once, in no special order."""

    def piles(self) -> dict[str, Pile]:
        """Return every pile that the game has under its options, by name, as the player sees it."""

    @property
    def origin(self) -> str | None:
        """The pile of the card that the player has just taken and not laid yet; None if there is none."""

    def face_down(self) -> tuple[int, ...]:
        """Return the cards that the player does not see, pile by pile. No player may be shown them."""

    def with_face_down(self, cards: Sequence[int]) -> Self:
        """Return this table with its face-down cards replaced by `cards`, in the order of `face_down`."""


def refilled(piles: Iterable[tuple[int, ...]], cards: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """Return piles as long as `piles`, filled with `cards` in order.

    >>> refilled([(1, 2), (), (3,)], [7, 8, 9])
    ((7, 8), (), (9,))
    """
    rest = iter(cards)
    return tuple([tuple(islice(rest, len(pile))) for pile in piles])


class Move(Protocol):
    """One move, as an immutable value. Its methods take only tables of its own game."""

    @property
    def text(self) -> str:
        """The canonical spelling of the move."""

    def refusal(self, table: Any, /) -> Message | None:
        """Return why the move is not allowed now; None if it is allowed."""

    def after(self, table: Any, /) -> Any:
        """Return the table after the move, without checking that it is allowed; `table` is untouched."""
