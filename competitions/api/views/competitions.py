"""Competitions: list, make, read, change, copy."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from ...contests.change import change
from ...contests.copy_contest import copy
from ...contests.create import create_competition
from ...contests.plans import Plan
from ...embargo.visibility import viewpoint, viewpoints
from ...models import Competition
from ...models.competitions import read_rounds
from ...web.caching import CHECKED, HELD
from ...web.limits import address_of
from ..authentication import caller_of, require_scope, viewer_of
from ..describe import described
from ..forms.competitions import CompetitionChanges, CompetitionForm
from ..forms.queries import CompetitionsQuery
from ..idempotency import JsonAnswer, answer_once
from ..paging import COMPETITIONS
from ..read_request import read, read_query
from ..resources.competitions import CompetitionResource, competition_json, competitions_json
from ..resources.resource import page_of
from ..tags import still_matches
from .lookups import competition_at, viewpoint_at, viewpoint_of_organiser
from .view import ApiView


class CompetitionsView(ApiView):
    compressed = True
    kept = CHECKED
    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "competitions"

    @described(
        "list_competitions",
        "Public competitions, or with `mine` the viewer's own competitions. The newest comes first.",
        asks=CompetitionsQuery,
        gives=page_of(CompetitionResource),
        problems=("forbidden",),
    )
    def get(self, request: Request) -> Response:
        now = timezone.now()
        query = read_query(CompetitionsQuery, request)
        found = Competition.objects.all()
        if query["mine"]:
            require_scope(request, "read")
            found = found.of(caller_of(request))
        else:
            found = found.listed()
        if (state := query["state"]) is not None:
            found = found.in_state(state, now)
        if (kind := query["kind"]) is not None:
            found = found.filter(kind=kind)
        if (game := query["game"]) is not None:
            found = found.playing(game)
        page = COMPETITIONS.page(found.with_round_counts(), request, query)
        read_rounds(page.rows)
        bodies = competitions_json(request, viewpoints(page.rows, viewer_of(request), now))
        if any("invite" in body for body in bodies):
            self.kept, self.compressed = HELD, False
        return Response(page.json(bodies))

    @described(
        "create_competition",
        "Make a competition, which the caller organises.",
        takes=CompetitionForm,
        gives={201: CompetitionResource},
        problems=("full",),
        once=True,
        found_by="get_competition",
    )
    def post(self, request: Request) -> Response:
        now = timezone.now()

        def prepare() -> Callable[[], JsonAnswer]:
            plan = read(CompetitionForm, request)["plan"]
            return lambda: JsonAnswer(201, create(plan))

        def create(plan: Plan) -> dict[str, Any]:
            competition = create_competition(
                organiser=caller_of(request), plan=plan, now=now, network=address_of(request)
            )
            return competition_json(request, viewpoint(competition, viewer_of(request), now))

        return answer_once(request, now, prepare)


def current_competition(request: Request, competition_id: str) -> dict[str, Any]:
    """The competition as JSON for an organiser, read again from the database."""
    competition = competition_at(competition_id)
    return competition_json(request, viewpoint(competition, viewer_of(request), timezone.now()))


class CompetitionView(ApiView):
    kept = CHECKED
    scopes: ClassVar[Mapping[str, str]] = {"PATCH": "organise"}
    throttle_scope = "competitions"

    @described("get_competition", "A competition, its rounds and its settings.", gives=CompetitionResource)
    def get(self, request: Request, competition_id: str) -> Response:
        seen = viewpoint_at(competition_id, viewer_of(request), timezone.now())
        body = competition_json(request, seen)
        if "invite" in body:
            self.kept = HELD
        return Response(body)

    @described(
        "change_competition",
        "Change all the given settings, or none if one of them may no longer change.",
        takes=CompetitionChanges,
        gives=CompetitionResource,
        problems=("full", "wrong_state"),
    )
    def patch(self, request: Request, competition_id: str) -> Response:
        seen = viewpoint_of_organiser(request, competition_id)
        changes = read(CompetitionChanges, request)["changes"]
        change(
            competition=seen.competition,
            organiser=caller_of(request),
            changes=changes,
            now=seen.now,
            first=still_matches(request, lambda: current_competition(request, competition_id)),
            network=address_of(request),
        )
        return Response(current_competition(request, competition_id))


class CopyView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "competitions"

    @described(
        "copy_competition",
        "Make a draft with the same settings and new deals.",
        gives={201: CompetitionResource},
        problems=("full",),
        once=True,
        found_by="get_competition",
    )
    def post(self, request: Request, competition_id: str) -> Response:
        seen = viewpoint_of_organiser(request, competition_id)

        def make() -> JsonAnswer:
            made = copy(
                competition=seen.competition,
                organiser=caller_of(request),
                now=seen.now,
                network=address_of(request),
            )
            competition = competition_at(made.pk)
            body = competition_json(request, viewpoint(competition, viewer_of(request), seen.now))
            return JsonAnswer(201, body)

        return answer_once(request, seen.now, lambda: make)
