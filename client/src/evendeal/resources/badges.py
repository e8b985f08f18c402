"""Badges: what lets named people into a competition."""

from __future__ import annotations

from typing import TypedDict

from evendeal.resources.events import NamedEntry
from evendeal.resources.resource import Page, Warned


class NamedBadge(TypedDict):
    """What lets one person in, under the name on it."""

    id: str
    number: int
    name: str
    entry: NamedEntry | None
    """Who came with it; None as long as nobody has."""
    used_at: str | None


class Badge(NamedBadge, Warned):
    """A badge that was just made, or made anew."""


class BadgeWithCode(NamedBadge):
    """A badge, with its code and the link that has it; None once it is used up."""

    code: str | None
    url: str | None


class Badges(Page[Badge], Warned):
    """Those that were just made."""
