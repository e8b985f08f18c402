"""Lists page by page, with cursors that clients send back unchanged.

A cursor says behind which row a page begins, or before which it ends, and never how many rows there were. So
a reader who goes from the first page to the last meets each row that is there throughout exactly once,
whatever is added, changed or removed meanwhile. The standings move while they are read, and leaderboards
with the ratings: their cursors say with which version the reader began, so that a later page can say that
they have moved.
"""

import base64
import binascii
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import accumulate
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar
from urllib.parse import parse_qsl, urlencode, urlsplit

from django.db.models import Model, Q, QuerySet
from rest_framework.request import Request

from ..models import Competition
from ..models.contest_orders import NEWEST, ContestOrder, ContestPlace
from ..ratings.leaderboard import (
    LeaderPlace,
    RankedRating,
    leaderboard_version,
    leaders_after,
    leaders_before,
)
from ..refusals import Refusal, invalid
from ..standings.standings import PAGE, Sheet
from ..web.paths import PublicId

T = TypeVar("T")
AModel = TypeVar("AModel", bound=Model)
Query = Mapping[str, Any]
"""With `cursor` and `limit`, as `forms.queries.PageQuery` reads them."""


@dataclass(frozen=True)
class Page(Generic[T]):
    """Some rows of a list, and the addresses of the pages next to them."""

    rows: Sequence[T]
    next: str | None
    previous: str | None

    def json(self, results: Sequence[Any]) -> dict[str, Any]:
        """The page with its rows as they are told."""
        return {"next": self.next, "previous": self.previous, "results": results}


class Sorting(Protocol):
    """An order in which every row has a place of its own that never changes."""

    def columns(self, *, backwards: bool) -> Sequence[str]: ...

    def beyond(self, place: Any, *, backwards: bool) -> Q:
        """The rows that come after a place; or, backwards, before it."""

    def words(self, row: Any) -> str:
        """The place of a row, to be written in a cursor."""

    def place(self, words: str) -> Any:
        """A place that every database accepts; raises ValueError and OverflowError for other words."""


@dataclass(frozen=True)
class ByMoment:
    """Rows with a moment, and with ids where it is the same."""

    order: ContestOrder

    def columns(self, *, backwards: bool) -> Sequence[str]:
        return self._turned(backwards).columns

    def beyond(self, place: ContestPlace, *, backwards: bool) -> Q:
        return self._turned(backwards).after(place)

    def words(self, row: Any) -> str:
        return f"{getattr(row, self.order.moment).astimezone(UTC).isoformat()} {row.pk}"

    def place(self, words: str) -> ContestPlace:
        text, _, id = words.partition(" ")
        if not re.fullmatch(PublicId.regex, id):
            raise ValueError(words)
        return ContestPlace(_moment(text), id)

    def _turned(self, backwards: bool) -> ContestOrder:
        return replace(self.order, latest_first=self.order.latest_first is not backwards)


@dataclass(frozen=True)
class ByNumber:
    """Rows with a number of their own."""

    column: str
    largest_first: bool = False

    def columns(self, *, backwards: bool) -> Sequence[str]:
        return (f"{'-' if self.largest_first is not backwards else ''}{self.column}",)

    def beyond(self, place: int, *, backwards: bool) -> Q:
        return Q(**{f"{self.column}__{'lt' if self.largest_first is not backwards else 'gt'}": place})

    def words(self, row: Any) -> str:
        return str(getattr(row, self.column))

    def place(self, words: str) -> int:
        return _number(words)


@dataclass(frozen=True)
class ByRound:
    """What rounds did to ratings, the one that was certified last first."""

    def columns(self, *, backwards: bool) -> Sequence[str]:
        return ("certified_at", "rated_round") if backwards else ("-certified_at", "-rated_round")

    def beyond(self, place: tuple[datetime, int], *, backwards: bool) -> Q:
        (at, round), further = place, "gt" if backwards else "lt"
        same_moment = Q(certified_at=at) & Q(**{f"rated_round__{further}": round})
        return Q(**{f"certified_at__{further}": at}) | same_moment

    def words(self, row: Any) -> str:
        return f"{row.certified_at.astimezone(UTC).isoformat()} {row.rated_round_id}"

    def place(self, words: str) -> tuple[datetime, int]:
        text, _, number = words.partition(" ")
        return _moment(text), _number(number)


@dataclass(frozen=True)
class Pages:
    """A list in the database.

    page = ACTS.page(acts, request, query)
    return Response(page.json(ActResource.each(page.rows)))
    """

    sorting: Sorting
    size: int = 50
    """Rows of a page, if nobody asks for another `limit`."""
    fits: Callable[[Sequence[Any]], int] = len
    """How many of the first rows fit on one page, at least one: it may be shorter than its limit."""

    def page(self, rows: QuerySet[AModel], request: Request, query: Query) -> Page[AModel]:
        """The page that the query asks for; raises `invalid` for a cursor of another list."""

        def read(place: Any, backwards: bool, limit: int) -> Sequence[AModel]:
            from_there = Q() if place is None else self.sorting.beyond(place, backwards=backwards)
            ordered = rows.filter(from_there).order_by(*self.sorting.columns(backwards=backwards))
            return list(ordered[:limit])

        return self.page_read(read, request, query)

    def page_read(
        self, read: Callable[[Any, bool, int], Sequence[T]], request: Request, query: Query
    ) -> Page[T]:
        """The same of rows that `read` gives: those after a place, or backwards before it, up to a number."""
        backwards, place = self._asked(query["cursor"])
        most = query["limit"] or self.size
        found = list(read(place, backwards, most + 1))
        limit = min(most, self.fits(found))
        more, shown = len(found) > limit, found[:limit]
        if backwards:
            shown.reverse()
        if not shown:  # all that were here are gone
            return Page([], _linked(request, "") if backwards else None, None)
        after = self._link(request, ">", shown[-1]) if more or backwards else None
        before = self._link(request, "<", shown[0]) if (more if backwards else place is not None) else None
        return Page(shown, after, before)

    def _asked(self, cursor: str | None) -> tuple[bool, Any]:
        """Whether it leads backwards, and from which place; None for the beginning."""
        if cursor is None:
            return False, None
        written = _opened(cursor)
        try:
            place = self.sorting.place(written[1:])
        except (ValueError, OverflowError):
            raise bad_cursor() from None
        if written[:1] not in ("<", ">"):
            raise bad_cursor()
        return written[0] == "<", place

    def _link(self, request: Request, way: str, row: Any) -> str:
        return _linked(request, way + self.sorting.words(row))


MOST_ROUNDS_OF_A_PAGE: Final = 300
"""How many rounds the contests of a page have: so much takes some 30 ms to read and to write."""


def _with_few_rounds(rows: Sequence[Any]) -> int:
    """How many of the first contests have no more rounds than that; at least one."""
    sums = accumulate(int(row.round_count) for row in rows)
    return max(1, sum(each <= MOST_ROUNDS_OF_A_PAGE for each in sums))


LEADERS: Final = 50
"""Rows of a page of a leaderboard, if nobody asks for another `limit`."""

COMPETITIONS: Final = Pages(ByMoment(NEWEST), fits=_with_few_rounds)
CIRCLES: Final = Pages(ByNumber("pk", largest_first=True))
TOKENS: Final = Pages(ByMoment(NEWEST))
HOOKS: Final = Pages(ByMoment(replace(NEWEST, latest_first=False)))
ACTS: Final = Pages(ByNumber("pk"), size=100)
BADGES: Final = Pages(ByNumber("number"))
RESULTS: Final = Pages(ByMoment(ContestOrder("ended_at", latest_first=True)))
NOTICES: Final = Pages(ByMoment(ContestOrder("at", latest_first=True)))
DELIVERIES: Final = Pages(ByNumber("number", largest_first=True))
RATING_CHANGES: Final = Pages(ByRound())
LEAVES: Final = Pages(ByNumber("number"), size=100)


def short_page(rows: Iterable[T], request: Request, query: Query, *, key: Callable[[T], str]) -> Page[T]:
    """A page of a list of a few rows, which may change places; so a cursor names all rows before the page."""
    told = [] if query["cursor"] is None else _opened(query["cursor"]).split(" ")
    rest = [row for row in rows if key(row) not in told]
    limit = query["limit"] or max(1, len(rest))
    shown = rest[:limit]
    after = [*told, *map(key, shown)] if len(rest) > limit else None
    before = told[:-limit] if told else None
    links = (None if each is None else _linked(request, " ".join(each)) for each in (after, before))
    return Page(shown, *links)


@dataclass(frozen=True)
class LeadersPage(Page[RankedRating]):
    changed: bool
    """Whether a rating has changed since the page with which the reader began."""

    def json(self, results: Sequence[Any]) -> dict[str, Any]:
        return {**super().json(results), "changed": self.changed}


def leaders_page(request: Request, query: Query, game_slug: str, now: datetime) -> LeadersPage:
    """A page of the leaderboard. Its cursors say where a row stood when it was read, and which version of the
    leaderboard the reader began with: it is asked for before the first rows, and after all others."""
    limit = query["limit"] or LEADERS
    if query["cursor"] is None:
        backwards, changed, version = False, False, leaderboard_version(game_slug)
        rows, more = leaders_after(game_slug, None, limit, now)
    else:
        version, way, place = _leader_in(query["cursor"])
        backwards = way == "<"
        rows, more = (leaders_before if backwards else leaders_after)(game_slug, place, limit, now)
        changed = leaderboard_version(game_slug) != version
    if not rows:
        return LeadersPage([], _linked(request, "") if backwards else None, None, changed)
    after = _linked(request, f"{version}>{rows[-1].place}") if more or backwards else None
    is_first = not more if backwards else query["cursor"] is None
    before = None if is_first else _linked(request, f"{version}<{rows[0].place}")
    return LeadersPage(rows, after, before, changed)


def _leader_in(cursor: str) -> tuple[int, str, LeaderPlace]:
    """The version, the way and the place in a cursor."""
    matched = re.fullmatch(r"([0-9]{1,18})([<>])(.*)", _opened(cursor), re.ASCII)
    if matched is None:
        raise bad_cursor()
    try:
        return int(matched[1]), matched[2], LeaderPlace.read(matched[3])
    except ValueError:
        raise bad_cursor() from None


# The standings


class StandingsStretch(NamedTuple):
    """Rows of the standings that a cursor leads to, by how many there are before them."""

    start: int
    limit: int
    version: int | None
    """That of the page with which the reader began; None if it is this one."""


def stretch_in(query: Query) -> StandingsStretch:
    """What the query asks for; raises `invalid` for a forged cursor."""
    limit = query["limit"] or PAGE
    if query["cursor"] is None:
        return StandingsStretch(0, limit, None)
    matched = re.fullmatch(r"([0-9]{1,18})([<>])([0-9]{1,9})", _opened(query["cursor"]), re.ASCII)
    if matched is None:
        raise bad_cursor()
    version, way, at = int(matched[1]), matched[2], int(matched[3])
    if way == ">":
        return StandingsStretch(at, limit, version)
    return StandingsStretch(max(0, at - limit), min(at, limit), version)


def sheet_json(
    request: Request, sheet: Sheet, *, competition: Competition, since: int | None
) -> dict[str, Any]:
    """A stretch of the standings with the links to its neighbours. `since` is the version of the page with
    which the reader began, None if it is this one."""
    first = sheet.version if since is None else since
    end = sheet.offset + len(sheet.results)
    body: dict[str, Any] = {
        "version": sheet.version,
        "changed": since is not None and _has_moved(competition, sheet, since),
        "total": sheet.total,
        "next": _row_link(request, first, ">", end) if end < sheet.total else None,
        "previous": _row_link(request, first, "<", sheet.offset) if sheet.offset > 0 else None,
        "frozen": sheet.frozen,
        "results": sheet.results,
    }
    if sheet.comparison is not None:
        body["comparison"] = sheet.comparison._asdict()
    return body


def _has_moved(competition: Competition, sheet: Sheet, since: int) -> bool:
    """Whether the rows may be of another version than `since`. They may be newer than their sheet says: they
    are of its version for certain only if nothing has changed since the competition was read."""
    if sheet.version != since:
        return True
    return not Competition.objects.filter(pk=competition.pk, changes=competition.changes).exists()


def _row_link(request: Request, version: int, way: str, at: int) -> str:
    return with_parameter(_linked(request, f"{version}{way}{at}"), "around", None)


# Cursors

LARGEST_NUMBER: Final = 2**63 - 1
"""The largest that a column of numbers takes."""


def _moment(words: str) -> datetime:
    at = datetime.fromisoformat(words).astimezone(UTC)
    if at.isoformat() != words:
        raise ValueError(words)
    return at


def _number(words: str) -> int:
    number = int(words)
    if str(number) != words or not 0 <= number <= LARGEST_NUMBER:
        raise ValueError(words)
    return number


def _opened(cursor: str) -> str:
    """What is written in a cursor; raises `invalid` for a text that is no cursor."""
    try:
        written = base64.urlsafe_b64decode(cursor.encode("ascii")).decode()
    except (ValueError, binascii.Error):
        raise bad_cursor() from None
    if not written or _sealed(written) != cursor:
        raise bad_cursor()
    return written


def _sealed(written: str) -> str:
    return base64.urlsafe_b64encode(written.encode()).decode()


def _linked(request: Request, written: str) -> str:
    """The address with this cursor; with none, the first page, if nothing is written in it."""
    return with_parameter(request.build_absolute_uri(), "cursor", _sealed(written) if written else None)


def with_parameter(address: str, name: str, value: str | None) -> str:
    """The address with this parameter in its query, and no other of the name; None leaves it out."""
    parts = urlsplit(address)
    asked = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if pair[0] != name]
    asked += [] if value is None else [(name, value)]
    return parts._replace(query=urlencode(sorted(asked))).geturl()


def bad_cursor() -> Refusal:
    return invalid("cursor", "Pass on a cursor as it came.")
