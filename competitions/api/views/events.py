"""The events of a competition, in the order in which the viewer could first see them."""

from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from ...embargo.visibility import Viewpoint
from ...outbound.events.cursors import cursor_of, place_at
from ...outbound.events.event_list import PAGE, events_after
from ...outbound.events.strands import START, EventPlace
from ...refusals import invalid
from ...web.caching import CHECKED
from ..describe import described
from ..forms.queries import EventsQuery
from ..paging import with_parameter
from ..read_request import read_query
from ..resources.events import EventsResource, events_json
from .lookups import viewpoint_on_standings
from .view import ApiView


class EventsView(ApiView):
    compressed = True
    kept = CHECKED

    @described(
        "list_events",
        "The events in the order in which the viewer could first see them. To read on, send the page's "
        "`cursor`.",
        asks=EventsQuery,
        gives=EventsResource,
        problems=("not_entered",),
    )
    def get(self, request: Request, competition_id: str) -> Response:
        seen = viewpoint_on_standings(request, competition_id)
        query = read_query(EventsQuery, request)
        page = events_after(seen, _place_in(query["after"], seen), query["limit"] or PAGE)
        cursor = cursor_of(page.place, seen)
        onwards = with_parameter(request.build_absolute_uri(), "after", cursor)
        return Response(
            {
                "next": onwards if page.more else None,
                "previous": None,
                "results": events_json(page.events),
                "cursor": cursor,
            }
        )


def _place_in(after: str | None, seen: Viewpoint) -> EventPlace:
    """The place in the list of events that the cursor `after` names; the start if `after` is None. Raises
    `invalid` for a malformed cursor, and for one that another viewer got."""
    if after is None:
        return START
    try:
        return place_at(after, seen)
    except ValueError:
        raise invalid("after", _("Send the cursor unchanged, as the same player who got it.")) from None
