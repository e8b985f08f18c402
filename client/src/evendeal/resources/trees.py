"""The games of a round as a tree."""

from __future__ import annotations

from typing import TypedDict


class Branch(TypedDict):
    """A move of one or more players, who all made the same moves before. The root of the tree has no move."""

    move: str | None
    ply: int
    """The number of moves up to this one."""
    players: int
    """The number of players who made this move. Players whose next moves are left out count, too."""
    best: int | None
    """The best final score of the players who made this move."""
    half: int | None
    """The score that the better half of the players who made this move reached or beat."""
    log: str | None
    """The id of the log of the best game with this move."""
    children: list[Branch]


class FieldTree(Branch):
    """All games that count in a round, as a tree of moves."""

    least: int
    """Branches with fewer players than this are left out."""
