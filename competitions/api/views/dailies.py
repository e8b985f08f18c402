"""The deals of the day."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from ...contests.dailies.calendar import DAY, dailies_of, today
from ...embargo.visibility import viewpoints
from ...refusals import Refusal
from ...web.caching import CHECKED
from ..authentication import viewer_of
from ..describe import described
from ..forms.queries import DayQuery
from ..read_request import read_query
from ..resources.competitions import DailiesResource, dailies_json
from .view import ApiView


class DailyView(ApiView):
    compressed = True
    kept = CHECKED

    @described(
        "get_daily",
        "The dailies of today or of another day, one of each game. The dailies of tomorrow exist "
        "today, so that their commitments are known before they open.",
        asks=DayQuery,
        gives=DailiesResource,
        problems=("not_found",),
    )
    def get(self, request: Request) -> Response:
        now = timezone.now()
        day = read_query(DayQuery, request)["date"] or today(now)
        found = dailies_of(day) if day <= today(now) + DAY else []
        if not found:
            raise Refusal("not_found", _("There is no daily of that day."))
        return Response(dailies_json(request, day, viewpoints(found, viewer_of(request), now)))
