"""Lists page by page, with cursors that clients send back unchanged."""

import base64
import binascii
import re
from datetime import UTC, datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

from django.db.models import BigIntegerField
from rest_framework.exceptions import NotFound
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.utils.urls import remove_query_param, replace_query_param

from ..refusals import Refusal, invalid
from ..scoring.standings import PAGE, Sheet


class Pages(CursorPagination):
    """A list, a page at a time: what comes meanwhile neither repeats a row nor hides one.

        pages = InOrder()
        page = pages.paginate_queryset(acts, request)
        return pages.get_paginated_response(ActResource.each(page))

    A subclass names the `ordering`. Its first field says where a page begins, so that new rows must come
    before all others by it or after them; `position` reads that field from a cursor.
    """

    page_size = 50

    def decode_cursor(self, request: Request) -> Cursor | None:
        """The cursor; raises `invalid` for a forged one."""
        try:
            cursor = super().decode_cursor(request)
            if cursor is None:
                return None
            if _given(self.encode_cursor(cursor)) != _given(self.base_url):
                raise bad_cursor()  # of another list, or with more in it than we write
            if cursor.position is None:
                return cursor
            return cursor._replace(position=self.position(cursor.position))
        except (NotFound, ValueError, OverflowError):
            raise bad_cursor() from None

    def position(self, text: str) -> str:
        """A position that every database accepts; raises ValueError and OverflowError for any other."""
        raise NotImplementedError


class NewestFirst(Pages):
    """Competitions, the newest first."""

    ordering = ("-created_at", "-id")

    def position(self, text: str) -> str:
        return datetime.fromisoformat(text).astimezone(UTC).isoformat()


class InOrder(Pages):
    """Rows with numbers, in the order in which they were stored."""

    page_size = 100
    ordering = ("pk",)

    def position(self, text: str) -> str:
        number = int(text)
        if not 0 <= number <= BigIntegerField.MAX_BIGINT:
            raise ValueError(text)
        return str(number)


class NewestNumberFirst(InOrder):
    """Rows with numbers of their own, the newest first."""

    page_size = 50
    ordering = ("-number",)


def _given(url: str) -> list[str]:
    return parse_qs(urlsplit(url).query, keep_blank_values=True)[Pages.cursor_query_param]


def bad_cursor() -> Refusal:
    return invalid("cursor", "Pass on a cursor as it came.")


def sheet_json(request: Request, sheet: Sheet) -> dict[str, Any]:
    """A stretch of the standings with the links to its neighbours."""
    end = sheet.offset + len(sheet.results)
    return {
        "version": sheet.version,
        "total": sheet.total,
        "next": _link(request, end, end + PAGE) if end < sheet.total else None,
        "previous": _link(request, max(0, sheet.offset - PAGE), sheet.offset) if sheet.offset > 0 else None,
        "frozen": sheet.frozen,
        "results": sheet.results,
    }


def stretch_in(cursor: str | None) -> tuple[int, int]:
    """The first row and the number of rows that a cursor leads to; raises `invalid` for a forged one."""
    if cursor is None:
        return 0, PAGE
    try:
        text = base64.urlsafe_b64decode(cursor.encode("ascii")).decode("ascii")
    except (ValueError, binascii.Error):
        raise bad_cursor() from None
    matched = re.fullmatch(r"([0-9]{1,9})-([0-9]{1,9})", text)
    start, end = map(int, matched.groups()) if matched else (0, 0)
    if not 0 < end - start <= PAGE:
        raise bad_cursor()
    return start, end - start


def _link(request: Request, start: int, end: int) -> str:
    cursor = base64.urlsafe_b64encode(f"{start}-{end}".encode()).decode()
    url = remove_query_param(request.build_absolute_uri(), "around")
    return replace_query_param(url, "cursor", cursor)
