"""What a lesson is made of: small tables that show a move each, and the first moves of a deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from games.game import Game, Position, Table
from games.replay import Refused, play
from games.teaching import in_words
from games.views import view


class Picture(NamedTuple):
    """One move on a small table. The table need not be one that comes up in a game."""

    caption: str
    table: Table
    move: str
    rules: Mapping[str, str] = {}

    def json(self, game: Game) -> dict[str, Any]:
        """The views before and after the move, ready for JSON. Raises ValueError if it is not legal."""
        before = Position(game, game.settle_rules(self.rules), self.table, 0)
        after = play(before, self.move)
        if isinstance(after, Refused):
            raise ValueError(f"{self.caption}: {after.error}")
        return {
            "caption": self.caption,
            "move": after.move,
            "words": in_words(game.vocabulary(before.rules)[self.move], before, after),
            "before": view(before),
            "after": view(after),
        }


class Line(NamedTuple):
    """Something to be said, and the move to be made after it; None if it is only read."""

    say: str
    move: str | None = None


class Lesson(NamedTuple):
    """The pictures of a game's rules, and the first moves of the deal of `seed` under the default rules."""

    pictures: tuple[Picture, ...]
    seed: str
    lines: tuple[Line, ...]
