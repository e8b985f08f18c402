"""Games, their lessons, and views of a table."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict


class Game(TypedDict):
    slug: str
    name: str
    goal: str
    options: dict[str, list[str]]
    """The values of each option, the default first."""
    score_order: Literal["lowest", "highest"]
    worst_score: int
    """The worst score with the default options."""
    move_limit: int
    rules_text: str
    source: str
    pile_names: dict[str, str]


class Move(TypedDict):
    move: str
    words: str


class Certain(Move):
    """The next move when no choice is left."""

    left: int | None
    """How many moves without a choice lead to the best score that is still possible, this one included; None
    if this is not known."""


class View(TypedDict):
    """A table as its player sees it (section 1.3 of games/conform/RULES.md). The fields from `reasons` on may
    be missing."""

    game: str
    rules: dict[str, str]
    ply: int
    finished: bool
    won: bool
    score: int
    """The score. Before the end of the game it is the score that giving up now would bring."""
    piles: dict[str, list[str]]
    """Cards from bottom to top; `??` is a face-down card."""
    legal: list[str]
    reasons: NotRequired[dict[str, list[str | None]]]
    takes: NotRequired[dict[str, str]]
    signs: NotRequired[dict[str, str]]
    directions: NotRequired[dict[str, Literal["up", "down", "either"]]]
    """Which way each foundation may be built on."""
    outcome: NotRequired[str]
    last: NotRequired[Move | None]
    certain: NotRequired[Certain | None]
    templates: NotRequired[list[str]]
    """The texts of this view that name cards, with the names of these cards in braces."""


class Picture(TypedDict):
    """A rule in a picture: a move, and the table before and after it."""

    caption: str
    move: str
    words: str
    before: View
    after: View


class Line(TypedDict):
    """A sentence of advice in a first deal (a guided game), and the move to make after reading it."""

    say: str
    move: str | None


class Guide(TypedDict):
    seed: str
    rules: dict[str, str]
    lines: list[Line]


class Lessons(TypedDict):
    sheet: list[Picture]
    guide: Guide
