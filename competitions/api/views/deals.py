"""Deals of closed rounds, for players who have not seen them."""

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from ...play.ghosts.offered_deals import find_offered_deal
from ...refusals import Refusal
from ..authentication import viewer_of
from ..describe import described
from ..forms.queries import OfferedDealQuery
from ..read_request import read_query
from ..resources.ghosts import OfferedDealResource
from .view import ApiView


class OfferedDealView(ApiView):
    @described(
        "get_played_deal",
        "A deal of a closed round that the caller has neither played nor seen, to be played as a ghost. The "
        "deal is chosen at random, if possible among deals that at least twenty people have played.",
        asks=OfferedDealQuery,
        gives=OfferedDealResource,
        problems=("not_found",),
    )
    def get(self, request: Request) -> Response:
        game = read_query(OfferedDealQuery, request)["game"]
        found = find_offered_deal(player=viewer_of(request), game=game, now=timezone.now())
        if found is None:
            raise Refusal("not_found", _("There is no closed deal that you do not know."))
        return Response(OfferedDealResource.of(found))
