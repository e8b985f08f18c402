"""Badges, which let named people into a competition."""

from __future__ import annotations

from typing import TypedDict

from evendeal.resources.events import NamedEntry
from evendeal.resources.resource import Page, Warned


class NamedBadge(TypedDict):
    """A badge for one person, under the name on it."""

    id: str
    number: int
    name: str
    entry: NamedEntry | None
    """The entry that used the badge; None until somebody has."""
    used_at: str | None


class Badge(NamedBadge, Warned):
    """A badge that was just made or renewed."""


class BadgeWithCode(NamedBadge):
    """A badge with its code and a link that contains it; both None once the badge is used."""

    code: str | None
    url: str | None


class Badges(Page[Badge], Warned):
    """The badges that were just made."""
