"""Lists a page at a time, behind cursors that clients pass back as they came."""

import base64
import binascii
from typing import Any

from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from rest_framework.exceptions import NotFound
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request
from rest_framework.utils.urls import remove_query_param, replace_query_param

from ..problems import Refusal, invalid
from ..standings import PAGE, Sheet


class NewestFirst(CursorPagination):
    """Competitions, the newest first."""

    page_size = 50
    ordering = ("-created_at", "-id")

    def paginate_queryset(self, queryset: QuerySet, request: Request, view: Any = None) -> list[Any]:
        try:
            return super().paginate_queryset(queryset, request, view)
        except (NotFound, ValidationError, OverflowError):
            raise bad_cursor() from None


def bad_cursor() -> Refusal:
    return invalid("cursor", "Pass on a cursor as it came.")


def one_page(results: list[Any]) -> dict[str, Any]:
    """A list that fits one page."""
    return {"next": None, "previous": None, "results": results}


def sheet_json(request: Request, sheet: Sheet) -> dict[str, Any]:
    """A stretch of the standings with the links to its neighbours."""
    end = sheet.offset + len(sheet.results)
    return {
        "version": sheet.version,
        "total": sheet.total,
        "next": _link(request, end) if end < sheet.total else None,
        "previous": _link(request, max(0, sheet.offset - PAGE)) if sheet.offset > 0 else None,
        "results": sheet.results,
    }


def offset_in(request: Request) -> int:
    """Where the page begins that the query asks for; raises `invalid` for a forged cursor."""
    cursor = request.query_params.get("cursor")
    if cursor is None:
        return 0
    try:
        text = base64.urlsafe_b64decode(cursor.encode("ascii")).decode("ascii")
    except (ValueError, binascii.Error):
        raise bad_cursor() from None
    if not (text.isdecimal() and len(text) <= 9):
        raise bad_cursor()
    return int(text)


def _link(request: Request, offset: int) -> str:
    cursor = base64.urlsafe_b64encode(str(offset).encode()).decode()
    url = remove_query_param(request.build_absolute_uri(), "around")
    return replace_query_param(url, "cursor", cursor)
