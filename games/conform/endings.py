"""The endings of games: every step of known ways to a win, and games that end just short of one.

They reveal at once an engine that says `won` a little too soon or too late.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import TypeVar

from games.conform.cases import log_line
from games.conform.hands import Rare, rare_logs
from games.game import Game

T = TypeVar("T")


def endings(game: Game) -> Iterator[tuple[str, bytes]]:
    """Yield the kind and the line of each ending. First come the games that end just short of a win. Then
    come the games that were won: the whole logs first, and then shorter and shorter parts of them."""
    rare = rare_logs(game)
    for lost in rare:
        if lost.kind == "nearly won":
            yield lost.kind, log_line(game.slug, lost.seed, lost.rules, lost.moves)
    yield from in_turn(_way_to(win, game) for win in rare if win.kind.startswith("won"))


def _way_to(win: Rare, game: Game) -> Iterator[tuple[str, bytes]]:
    """Yield the whole log of a won game, and then shorter and shorter parts of it, each with its kind."""
    for left_out in range(len(win.moves) + 1):
        kind = f"{win.kind}, without the last {left_out} moves" if left_out else win.kind
        yield kind, log_line(game.slug, win.seed, win.rules, win.moves[: len(win.moves) - left_out])


def in_turn(many: Iterable[Iterable[T]]) -> Iterator[T]:
    """Yield the first item of each iterable, then the second of each, and so on, until all are used up.

    >>> "".join(in_turn(["abc", "", "de"]))
    'adbec'
    """
    for row in zip_longest(*many):
        yield from (each for each in row if each is not None)
