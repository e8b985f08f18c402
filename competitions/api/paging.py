"""Lists page by page, with cursors that clients send back unchanged.

A cursor names the row after which a page begins, or before which it ends. While a client reads from the first
page to the last, rows may be added, changed or removed. The client still gets every row that stays in the
list, and no row twice. `CursorPagination` of the REST framework would miss a row: it counts rows with equal
times, so its count is wrong when one of them is removed.

Standings and leaderboards change their order while they are read. Their cursors contain the version of the
first page, so that a later page can say whether the order may have changed.
"""

import base64
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import accumulate
from typing import Any, Final, Generic, NamedTuple, TypeVar
from urllib.parse import parse_qsl, urlencode, urlsplit

from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request

from ..models import Competition
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
"""The query parameters, with `cursor` and `limit` as `forms.queries.PageQuery` reads them."""


@dataclass(frozen=True)
class Page(Generic[T]):
    """Rows of a list, and the addresses of the next and the previous page; None where there is none."""

    rows: Sequence[T]
    next: str | None
    previous: str | None

    def json(self, results: Sequence[Any]) -> dict[str, Any]:
        """The page as JSON. `results` are its rows, written by a resource."""
        return {"next": self.next, "previous": self.previous, "results": results}


@dataclass(frozen=True)
class Pages:
    """Cuts a list in the database into pages. A row's values in `columns` never change, and no other
    row has all of these values.

    page = ACTS.page(acts, request, query)
    return Response(page.json(ActResource.each(page.rows)))
    """

    columns: Mapping[str, Callable[[str], Any]]
    """One or two columns that order the rows, each with the function that reads its value in a cursor. The
    function raises ValueError for a text that is no value of the column."""
    descending: bool = False
    size: int = 50
    """The number of rows of a page, if the query has no `limit`."""
    fits: Callable[[Sequence[Any]], int] = len
    """A function that returns how many of the given rows fit on one page, at least one. So a page may have
    fewer rows than its limit."""

    def page(self, rows: QuerySet[AModel], request: Request, query: Query) -> Page[AModel]:
        """The requested page. Raises `invalid` for a cursor that was not made for this list."""
        backwards, place = self._start(query["cursor"])
        most = query["limit"] or self.size
        sign = "-" if self.descending is not backwards else ""
        beyond = Q() if place is None else self._beyond(place, backwards)
        found = list(rows.filter(beyond).order_by(*(sign + column for column in self.columns))[: most + 1])
        limit = min(most, self.fits(found))
        more, shown = len(found) > limit, found[:limit]
        if backwards:
            shown.reverse()
        if not shown:
            # The list has no rows, or none beyond the cursor. If the cursor leads backwards, the page after
            # this empty page is the first page of the list.
            return Page([], _linked(request, "") if backwards else None, None)
        after = self._link(request, ">", shown[-1]) if more or backwards else None
        before = self._link(request, "<", shown[0]) if (more if backwards else place is not None) else None
        return Page(shown, after, before)

    def _beyond(self, place: Sequence[Any], backwards: bool) -> Q:
        """The condition for the rows after a place, or with `backwards` for the rows before it. `place` has a
        row's values in `columns`."""
        way = "lt" if self.descending is not backwards else "gt"
        if len(self.columns) == 1:
            return Q(**{f"{column}__{way}": place[0] for column in self.columns})
        first, second = self.columns
        further = Q(**{f"{first}__{way}": place[0]}) | Q(**{f"{second}__{way}": place[1]})
        # `further` also accepts rows that `second` puts beyond `place`, but `first` puts before `place`. The
        # condition added here leaves out these rows, and tells the database where in the index to begin.
        return Q(**{f"{first}__{way}e": place[0]}) & further

    def _start(self, cursor: str | None) -> tuple[bool, Any]:
        """Whether a cursor leads backwards, and the place that it names: a row's values in `columns`. False
        and None without a cursor. Raises `invalid` for a cursor that was not made for this list."""
        if cursor is None:
            return False, None
        text = _decoded(cursor)
        try:
            values = zip(self.columns.values(), text[1:].split(" "), strict=True)
            place = tuple(read(value) for read, value in values)
        except (ValueError, OverflowError):
            raise bad_cursor() from None
        if text[:1] not in ("<", ">"):
            raise bad_cursor()
        return text[0] == "<", place

    def _link(self, request: Request, way: str, row: Any) -> str:
        values = (getattr(row, column) for column in self.columns)
        texts = (v.astimezone(UTC).isoformat() if isinstance(v, datetime) else str(v) for v in values)
        return _linked(request, way + " ".join(texts))


def _moment(text: str) -> datetime:
    at = datetime.fromisoformat(text).astimezone(UTC)
    if at.isoformat() != text:
        raise ValueError(text)
    return at


def _number(text: str) -> int:
    number = int(text)
    if str(number) != text or not 0 <= number <= LARGEST_NUMBER:
        raise ValueError(text)
    return number


def _public_id(text: str) -> str:
    if not re.fullmatch(PublicId.regex, text):
        raise ValueError(text)
    return text


LARGEST_NUMBER: Final = 2**63 - 1
"""The greatest number that a 64-bit column of the database holds."""

MOST_ROUNDS_OF_A_PAGE: Final = 300
"""How many rounds the contests of one page may have together. Reading and writing them takes some 30 ms."""


def _with_few_rounds(rows: Sequence[Any]) -> int:
    sums = accumulate(int(row.round_count) for row in rows)
    return max(1, sum(each <= MOST_ROUNDS_OF_A_PAGE for each in sums))


CREATED: Final = {"created_at": _moment, "id": _public_id}

COMPETITIONS: Final = Pages(CREATED, descending=True, fits=_with_few_rounds)
CIRCLES: Final = Pages({"pk": _number}, descending=True)
SERIES: Final = Pages(CREATED, descending=True)
TOKENS: Final = Pages(CREATED, descending=True)
HOOKS: Final = Pages(CREATED)
ACTS: Final = Pages({"pk": _number}, size=100)
BADGES: Final = Pages({"number": _number})
RESULTS: Final = Pages({"ended_at": _moment, "pk": _public_id}, descending=True)
NOTICES: Final = Pages({"at": _moment, "id": _public_id}, descending=True)
DELIVERIES: Final = Pages({"number": _number}, descending=True)
RATING_CHANGES: Final = Pages({"certified_at": _moment, "rated_round_id": _number}, descending=True)
LEAVES: Final = Pages({"number": _number}, size=100)


def short_page(rows: Iterable[T], request: Request, query: Query, *, key: Callable[[T], str]) -> Page[T]:
    """A page of a short list whose order may change. So a cursor names all rows of the earlier pages, and the
    page skips these rows."""
    earlier = [] if query["cursor"] is None else _decoded(query["cursor"]).split(" ")
    rest = [row for row in rows if key(row) not in earlier]
    limit = query["limit"] or max(1, len(rest))
    shown = rest[:limit]
    after = [*earlier, *map(key, shown)] if len(rest) > limit else None
    before = earlier[:-limit] if earlier else None
    links = (None if each is None else _linked(request, " ".join(each)) for each in (after, before))
    return Page(shown, *links)


# Leaderboards

LEADERS: Final = 50
"""The number of rows of a page of the leaderboard, if the query has no `limit`."""


@dataclass(frozen=True)
class LeadersPage(Page[RankedRating]):
    changed: bool
    """Whether a rating has changed since the reader's first page."""

    def json(self, results: Sequence[Any]) -> dict[str, Any]:
        return {**super().json(results), "changed": self.changed}


def leaders_page(request: Request, query: Query, game_slug: str, now: datetime) -> LeadersPage:
    """A page of the leaderboard of a game.

    A cursor contains the place that a row had on its page, and the version of the leaderboard at the first
    page. The first page reads the version before its rows, every other page after its rows. So a rating that
    changes while a page reads its rows makes `changed` true on the next page at the latest.
    """
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
    """What a cursor contains: the version of the leaderboard, `>` for the rows after a place or `<` for those
    before it, and this place. Raises `invalid` for a cursor of another form."""
    matched = re.fullmatch(r"([0-9]{1,18})([<>])(.*)", _decoded(cursor), re.ASCII)
    if matched is None:
        raise bad_cursor()
    try:
        return int(matched[1]), matched[2], LeaderPlace.read(matched[3])
    except ValueError:
        raise bad_cursor() from None


# The standings


class StandingsStretch(NamedTuple):
    """Which rows of the standings a request asks for."""

    start: int
    """The number of rows before the requested ones."""
    limit: int
    version: int | None
    """The version of the standings at the client's first page; None if this is the first page."""


def stretch_in(query: Query) -> StandingsStretch:
    """Return which rows of the standings a query asks for. Raises `invalid` for a cursor of another form."""
    limit = query["limit"] or PAGE
    if query["cursor"] is None:
        return StandingsStretch(0, limit, None)
    matched = re.fullmatch(r"([0-9]{1,18})([<>])([0-9]{1,9})", _decoded(query["cursor"]), re.ASCII)
    if matched is None:
        raise bad_cursor()
    version, way, at = int(matched[1]), matched[2], int(matched[3])
    if way == ">":
        return StandingsStretch(at, limit, version)
    return StandingsStretch(max(0, at - limit), min(at, limit), version)


def sheet_json(
    request: Request, sheet: Sheet, *, competition: Competition, since: int | None
) -> dict[str, Any]:
    """A page of the standings as JSON, with links to the next and the previous one. `since` is the version of
    the standings at the client's first page; None if this is the first page."""
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


def table_json(
    request: Request, results: Sequence[Any], *, query: Query, version: int, total: int
) -> dict[str, Any]:
    """A page of a table as JSON, with links to the next and the previous page. `results` are the rows that
    `stretch_in(query)` asks for, and `total` is the number of all rows."""
    start, _, since = stretch_in(query)
    first, end = version if since is None else since, start + len(results)
    return {
        "version": version,
        "changed": version != first,
        "total": total,
        "next": _row_link(request, first, ">", end) if start < end < total else None,
        "previous": _row_link(request, first, "<", start) if start > 0 else None,
        "results": results,
    }


def _has_moved(competition: Competition, sheet: Sheet, since: int) -> bool:
    """Whether the rows on this page may be of another version than `since`.

    The rows may be newer than `sheet.version`, if something has changed since the competition was read.
    """
    if sheet.version != since:
        return True
    return not Competition.objects.filter(pk=competition.pk, changes=competition.changes).exists()


def _row_link(request: Request, version: int, way: str, at: int) -> str:
    return with_parameter(_linked(request, f"{version}{way}{at}"), "around", None)


# Cursors


def _decoded(cursor: str) -> str:
    """The text in a cursor, which is never empty. Raises `invalid` if the cursor is malformed."""
    try:
        text = base64.urlsafe_b64decode(cursor.encode("ascii")).decode()
    except ValueError:
        raise bad_cursor() from None
    if not text or _encoded(text) != cursor:
        raise bad_cursor()
    return text


def _encoded(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).decode()


def _linked(request: Request, text: str) -> str:
    """The address of the request, with a cursor that contains this text. An empty text removes the cursor."""
    return with_parameter(request.build_absolute_uri(), "cursor", _encoded(text) if text else None)


def with_parameter(address: str, name: str, value: str | None) -> str:
    """The address with a new value for one parameter of its query. None as `value` removes the parameter."""
    parts = urlsplit(address)
    pairs = [pair for pair in parse_qsl(parts.query, keep_blank_values=True) if pair[0] != name]
    pairs += [] if value is None else [(name, value)]
    return parts._replace(query=urlencode(sorted(pairs))).geturl()


def bad_cursor() -> Refusal:
    return invalid("cursor", _("Send the cursor unchanged."))
