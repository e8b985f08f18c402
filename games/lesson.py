"""The parts of a lesson: small tables that show one move each, and the first moves of a deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from games.language import Message
from games.table import Table


class Picture(NamedTuple):
    """One move on a small table. The table need not be one that can come up in a game."""

    caption: Message
    table: Table
    move: str
    rules: Mapping[str, str] = {}


class Line(NamedTuple):
    """A sentence, and the move to make after it. The move is None if the sentence is only read."""

    say: Message
    move: str | None = None


class Lesson(NamedTuple):
    """Pictures of the rules, and the first moves of the deal from `seed` under the default rules."""

    pictures: tuple[Picture, ...]
    seed: str
    lines: tuple[Line, ...]
