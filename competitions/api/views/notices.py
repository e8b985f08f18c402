"""The caller's notices: list them, and mark them as read."""

from collections.abc import Mapping
from typing import ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from ...outbound.notices.inbox import count_notices, notices_of, read_until
from ...outbound.notices.notice_words import notice_json
from ...web.caching import CHECKED
from ..authentication import caller_of
from ..describe import described
from ..forms.players import ReadForm
from ..forms.queries import NoticesQuery
from ..paging import NOTICES
from ..read_request import read, read_query
from ..resources.notices import NoticeResource, UnreadResource
from ..resources.resource import page_of
from .view import ApiView


class NoticesView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"GET": "read"}
    kept = CHECKED

    @described(
        "list_notices",
        "The caller's notices of the last 90 days, the newest first: the newest 200, and at times up to 20 "
        "more.",
        asks=NoticesQuery,
        gives=page_of(NoticeResource),
    )
    def get(self, request: Request) -> Response:
        query = read_query(NoticesQuery, request)
        mine = notices_of(caller_of(request), unread=query["unread"])
        page = NOTICES.page(mine, request, query)
        return Response(page.json([notice_json(notice) for notice in page.rows]))


class ReadView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "read"}
    throttle_scope = "notices"

    @described(
        "read_notices",
        "Mark all notices up to a moment as read.",
        takes=ReadForm,
        gives=UnreadResource,
    )
    def post(self, request: Request) -> Response:
        player = caller_of(request)
        read_until(player=player, before=read(ReadForm, request)["before"])
        return Response(UnreadResource.of(count_notices(player)))
