"""The games of a round as a tree."""

from __future__ import annotations

from typing import TypedDict


class Branch(TypedDict):
    """A move made after the same moves before it; the root has no move."""

    move: str | None
    ply: int
    """The number of moves up to this one."""
    players: int
    """The number of players who made it, also if they continue in branches that are left out."""
    best: int | None
    """The best final score among them."""
    half: int | None
    """The score that the better half of them reached."""
    log: str | None
    """The log of the best game among them."""
    children: list[Branch]


class FieldTree(Branch):
    """All counting games of a round as a tree."""

    least: int
    """Branches with fewer players are left out."""
