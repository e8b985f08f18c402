"""Games, their lessons, and what is shown of a table."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class Game(TypedDict):
    slug: str
    name: str
    goal: str
    options: dict[str, list[str]]
    """For each option its values, the default first."""
    score_order: Literal["lowest", "highest"]
    worst_score: int
    """Under the default options."""
    move_limit: int
    rules_text: str
    source: str
    pile_names: dict[str, str]


class Move(TypedDict):
    move: str
    words: str


class Certain(Move):
    """The next move where nothing is left to choose."""

    left: int | None
    """How many such moves lead to the best score, if that is known."""


class View(TypedDict):
    """A table as its player sees it (section 1.3 of games/conform/RULES.md). What is said of it,
    from `reasons` on, may be missing."""

    game: str
    rules: dict[str, str]
    ply: int
    finished: bool
    won: bool
    score: int
    """Before the end, that of giving up now."""
    piles: dict[str, list[str]]
    """From the bottom to the top card; `??` is face down."""
    legal: list[str]
    reasons: NotRequired[dict[str, list[str | None]]]
    takes: NotRequired[dict[str, str]]
    signs: NotRequired[dict[str, str]]
    outcome: NotRequired[str]
    last: NotRequired[Move | None]
    certain: NotRequired[Certain | None]


class Picture(TypedDict):
    """A rule in a picture: a move, and the table before and after it."""

    caption: str
    move: str
    words: str
    before: View
    after: View


class Line(TypedDict):
    """Something to say in a first deal, and the move to make then."""

    say: str
    move: str | None


class Guide(TypedDict):
    seed: str
    rules: dict[str, str]
    lines: list[Line]


class Lessons(TypedDict):
    sheet: list[Picture]
    guide: Guide
