"""A log as it goes by: what each move changed on the table, as the player saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from games.game import Position
from games.replay import Refused, play
from games.views import view


class Step(NamedTuple):
    """The table after one move: its score, and the piles that are not as they were.

    The first step is the opening: no move, and every pile.
    """

    move: str | None
    score: int
    piles: dict[str, list[str]]

    def json(self) -> dict[str, Any]:
        return self._asdict()


def steps(opening: Position, moves: Sequence[str]) -> Iterator[Step]:
    """The opening and a step for each move, up to the first that does not stand.

    Of a log that is longer than the game allows no move is played, as in a replay.

    >>> from games import GAMES
    >>> first, second = steps(GAMES["wish"].open("pub"), ["pair 3 2", "pair 1 1"])
    >>> first.move, first.score, len(first.piles)
    (None, 32, 9)
    >>> second.move, second.score, sorted(second.piles)
    ('pair 2 3', 30, ['2', '3', 'discard'])
    """
    position, shown = opening, view(opening)["piles"]
    yield Step(None, opening.table.score, shown)
    if len(moves) > opening.game.move_limit:
        return
    words = opening.game.vocabulary(opening.rules)
    for text in moves:
        after = play(position, text)
        if isinstance(after, Refused):
            return
        position, before = after, shown
        shown = {pile: seen.names() for pile, seen in position.table.piles().items()}
        changed = {pile: cards for pile, cards in shown.items() if cards != before[pile]}
        yield Step(words[text].text, position.table.score, changed)
