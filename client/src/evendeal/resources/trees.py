"""The field of a round as a tree."""

from __future__ import annotations

from typing import TypedDict


class Branch(TypedDict):
    """A move that some have made after the same moves before it; the root is no move."""

    move: str | None
    ply: int
    """How many moves have been made with it."""
    players: int
    """How many came this way, those of branches that are left out too."""
    best: int | None
    """The best score that one of them ended with."""
    half: int | None
    """The score that the better half of them reached."""
    log: str | None
    """The log of the best game that came this way."""
    children: list[Branch]


class FieldTree(Branch):
    """All games of a round that count."""

    least: int
    """Branches that fewer came to are left out."""
