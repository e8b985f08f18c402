"""Series, their tables, and the address of the player's own calendar."""

from __future__ import annotations

from typing import TypedDict

from evendeal.resources.players import Player
from evendeal.resources.resource import Every, Page, State, Warned


class PlannedDate(TypedDict):
    """A date whose contest is not made yet."""

    date: str
    opens_at: str


class Series(TypedDict):
    """The same contest every week or month."""

    id: str
    name: str
    url: str
    calendar: str
    """The address of the calendar of the series."""
    organiser: Player
    template: str
    every: Every
    weekday: int | None
    """From 1 for Monday to 7 for Sunday; None if the contest is on a fixed day of the month."""
    at: str
    zone: str
    until: str | None
    best: int | None
    planned: list[PlannedDate]
    skipped: list[str]
    created_at: str
    ended_at: str | None


class SeriesContest(TypedDict):
    id: str
    date: str
    name: str
    url: str
    state: State
    opens_at: str | None
    closes_at: str | None


class WholeSeries(Series, Warned):
    competitions: list[SeriesContest]
    """The contests of the series, the newest first."""


class SeriesChanges(TypedDict, total=False):
    """The settings of a series to change. Settings that are missing here do not change."""

    name: str
    template: str
    weekday: int | None
    at: str
    zone: str
    until: str | None
    best: int | None


class SeriesRow(TypedDict):
    """A player's row in the table of a series."""

    rank: int
    tied: bool
    player: Player
    points: float
    played: int


class SeriesTable(Page[SeriesRow]):
    version: int
    changed: bool
    """Whether the table has changed since the first page was read."""
    total: int
    contests: int
    """How many certified contests count."""
    best: int | None


class OwnCalendar(Warned):
    url: str
    """The secret address of the player's calendar."""
