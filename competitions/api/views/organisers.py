"""The organisers of a competition."""

from collections.abc import Mapping
from operator import attrgetter
from typing import ClassVar

from django.utils import timezone
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from ...contests.co_organisers import hand_over, share, unshare
from ...models import Competition, Player
from ...people.names import player_called
from ..authentication import caller_of, viewer_of
from ..describe import described
from ..forms.organiser_acts import OrganiserForm
from ..forms.queries import PageQuery
from ..paging import short_page
from ..read_request import read, read_query
from ..resources.competitions import Organiser, OrganiserResource
from ..resources.resource import one_page, page_of
from .lookups import viewpoint_at, viewpoint_of_organiser
from .view import ApiView


class OrganisersView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "competitions"

    @described(
        "list_organisers",
        "The organisers, the owner first.",
        asks=PageQuery,
        gives=page_of(OrganiserResource),
    )
    def get(self, request: Request, competition_id: str) -> Response:
        query = read_query(PageQuery, request)
        seen = viewpoint_at(competition_id, viewer_of(request), timezone.now())
        page = short_page(organisers_of(seen.competition), request, query, key=attrgetter("player.pk"))
        return Response(page.json(OrganiserResource.each(page.rows)))

    @described(
        "add_organiser",
        "Make a player an organiser of the competition. The player is named by name or id. With "
        "`owner`, hand the competition over to the player.",
        takes=OrganiserForm,
        gives=page_of(OrganiserResource),
        problems=("wrong_state",),
    )
    def post(self, request: Request, competition_id: str) -> Response:
        seen = viewpoint_of_organiser(request, competition_id)
        form = read(OrganiserForm, request)
        player = player_called(form["name"])
        act = hand_over if form["owner"] else share
        competition = act(
            competition=seen.competition, organiser=caller_of(request), player=player, now=seen.now
        )
        return Response(organisers_json(competition))


class OrganiserView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"DELETE": "organise"}
    throttle_scope = "competitions"

    @described(
        "remove_organiser",
        "Remove an organiser from the competition. The owner may remove any other organiser. The "
        "others may remove only themselves. Webhooks that the removed organiser added are removed, "
        "too.",
        gives=page_of(OrganiserResource),
        problems=("wrong_state",),
    )
    def delete(self, request: Request, competition_id: str, player_id: str) -> Response:
        seen = viewpoint_of_organiser(request, competition_id)
        player = Player.objects.filter(pk=player_id).first()
        if player is None:
            raise NotFound
        competition = unshare(
            competition=seen.competition, organiser=caller_of(request), player=player, now=seen.now
        )
        return Response(organisers_json(competition))


def organisers_json(competition: Competition) -> dict[str, object]:
    return one_page(OrganiserResource.each(organisers_of(competition)))


def organisers_of(competition: Competition) -> list[Organiser]:
    others = competition.co_organisers.select_related("player")
    owners = [] if competition.organiser is None else [Organiser(competition.organiser, owner=True)]
    return [*owners, *(Organiser(each.player, owner=False) for each in others)]
