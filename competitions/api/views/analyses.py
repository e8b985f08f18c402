"""The analysis of a game, and the luck in a round. A request for a missing analysis starts the analysis."""

from typing import Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from ...models import AnalysedLog
from ...refusals import Refusal
from ...solving.analysis.analyse_games import MOST_PLAYERS, current_analysis
from ...solving.analysis.analysis_requests import ask_for_analysis
from ...solving.analysis.field_luck import luck_of_field
from ...web.caching import CHECKED
from ...web.limits import address_of, count_against
from ..authentication import viewer_of
from ..describe import described
from ..resources.analyses import AnalysisResource, FieldLuckResource
from .lookups import revealed_round, visible_log
from .view import ApiView

RETRY_S: Final = 3
"""How many seconds a client waits before it asks again for an analysis that is being computed."""


class AnalysisView(ApiView):
    compressed = True
    kept = CHECKED

    @described(
        "get_analysis",
        "The best score that could still be reached before each move of a game, and the luck and "
        "skill of each move. The round must be closed for everyone, and the viewer must be allowed "
        "to see the log. The answer is 202 while the analysis is computed.",
        gives={200: AnalysisResource, 202: ()},
        problems=("embargo", "no_analysis"),
    )
    def get(self, request: Request, log_id: str) -> Response:
        log, seen = visible_log(log_id, viewer_of(request))
        if log.attempt is None:
            raise NotFound
        if not seen.may_have_analysis(log.attempt):
            raise Refusal("embargo", _("A game is analysed once its round is closed for everyone."))
        analysed = AnalysedLog.objects.filter(pk=log.pk).first()
        if analysed is not None and analysed.found is not None:
            return Response(AnalysisResource.of(current_analysis(log, analysed.found)))
        if analysed is None or (analysed.due and analysed.asked_at is None):
            count_against(request, "analyses")
            ask_for_analysis(log, network=address_of(request), now=timezone.now())
        elif not analysed.due:
            raise Refusal("no_analysis", _("The solvers could not analyse this game."))
        return Response(status=202, headers={"Retry-After": str(RETRY_S)})


class LuckView(ApiView):
    compressed = True
    kept = CHECKED

    @described(
        "get_luck",
        "The luck in the games of a round, once the round is closed for everyone. In competitions with up to "
        f"{MOST_PLAYERS} entrants, every game that counts is analysed; in larger ones, only the games that "
        "somebody asked for.",
        gives=FieldLuckResource,
        problems=("not_entered", "embargo"),
    )
    def get(self, request: Request, competition_id: str, number: int) -> Response:
        seen, round = revealed_round(request, competition_id, number)
        return Response(FieldLuckResource.of(luck_of_field(seen, round)))
