"""What a lesson is made of: small tables that show a move each, and the first moves of a deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.table import Table


class Picture(NamedTuple):
    """One move on a small table. The table need not be one that comes up in a game."""

    caption: str
    table: Table
    move: str
    rules: Mapping[str, str] = {}


class Line(NamedTuple):
    """Something to be said, and the move to be made after it; None if it is only read."""

    say: str
    move: str | None = None


class Lesson(NamedTuple):
    """The pictures of a game's rules, and the first moves of the deal of `seed` under the default rules."""

    pictures: tuple[Picture, ...]
    seed: str
    lines: tuple[Line, ...]
