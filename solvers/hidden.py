"""The cards that lie face down on a table, and the same table with others in their places.

Nobody who plays may be told: it is asked about games that are over for everyone.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from games.pyramid.rules import PyramidTable
from games.table import Table
from games.three_by_three.rules import INNER, ThreeByThreeTable
from games.well.rules import WellTable
from games.winabit.rules import WinABitTable
from games.wish.rules import WishTable

T = TypeVar("T", bound=Table)


def hidden(table: Table) -> tuple[int, ...]:
    """The cards that the player does not see now, place by place."""
    match table:
        case WishTable():
            return tuple(card for stack in table.stacks for card in stack[:-1])
        case WinABitTable():
            return (*(card for stack in table.down for card in stack), *table.hand[table.turned :])
        case WellTable():
            return ()
        case PyramidTable():
            return table.stock
        case ThreeByThreeTable():
            return (*(card for square in INNER for card in table.squares[square]), *table.stock)
    raise TypeError(f"{type(table).__name__} is no table that is known here")


def with_hidden(table: T, cards: Sequence[int]) -> T:
    """The same table with these cards face down, in the order in which `hidden` gives them."""
    rest = iter(cards)

    def exchanged(pile: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(next(rest) for _ in pile)

    match table:
        case WishTable():
            return table._replace(
                stacks=tuple((*exchanged(stack[:-1]), *stack[-1:]) for stack in table.stacks)
            )
        case WinABitTable():
            down = tuple(map(exchanged, table.down))
            hand = table.hand[: table.turned] + exchanged(table.hand[table.turned :])
            return table._replace(down=down, hand=hand)
        case PyramidTable():
            return table._replace(stock=exchanged(table.stock))
        case ThreeByThreeTable():
            squares = tuple(
                exchanged(pile) if square in INNER else pile for square, pile in enumerate(table.squares)
            )
            return table._replace(squares=squares, stock=exchanged(table.stock))
    return table
