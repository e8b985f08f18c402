"""A lesson for every game: its rules in pictures, and a first deal with what to do and why."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from games.game import Game
from games.lessons.lesson import Lesson
from games.lessons.pyramid import PYRAMID
from games.lessons.three_by_three import THREE_BY_THREE
from games.lessons.well import WELL
from games.lessons.winabit import WINABIT
from games.lessons.wish import WISH

#: The lesson of each game, by its slug.
LESSONS: Mapping[str, Lesson] = MappingProxyType(
    {
        "wish": WISH,
        "winabit": WINABIT,
        "well": WELL,
        "pyramid": PYRAMID,
        "three-by-three": THREE_BY_THREE,
    }
)


def sheet(game: Game) -> list[dict[str, Any]]:
    """A picture for each kind of move: its caption, the move, and the views before and after it.

    >>> from games import GAMES
    >>> first, *_ = sheet(GAMES["wish"])
    >>> first["move"], first["words"], first["after"]["piles"]["1"]
    ('pair 1 2', '9♣ and 9♦ taken away', ['KS'])
    """
    return [picture.json(game) for picture in LESSONS[game.slug].pictures]


def guide(game: Game) -> dict[str, Any]:
    """A first deal: its seed and rules, and line by line what to say and the move that follows."""
    lesson = LESSONS[game.slug]
    return {
        "seed": lesson.seed,
        "rules": game.settle_rules({}),
        "lines": [line._asdict() for line in lesson.lines],
    }
