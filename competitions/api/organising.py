"""What the organiser does over REST, and the audit trail of it."""

from collections.abc import Callable, Mapping
from typing import ClassVar

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from ..embargo.visibility import viewpoint
from ..models import Competition
from ..organising.closing import certify, close
from ..refusals import Refusal
from .paging import one_page
from .resources import act_json, competition_json
from .views import View, competition_at


class OrganisersAct(View):
    """A POST by which the organiser closes or certifies the competition; a repeat changes nothing."""

    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "competitions"
    act: ClassVar[Callable[..., Competition]]

    def post(self, request: Request, competition_id: str) -> Response:
        now = timezone.now()
        competition = competition_at(competition_id)
        if competition.organiser_id != request.user.pk:
            raise Refusal("forbidden", "Only the organiser may do this.")
        type(self).act(competition=competition, organiser=request.user, now=now)
        competition = competition_at(competition_id)
        return Response(competition_json(request, competition, viewpoint(competition, request.user, now)))


class Close(OrganisersAct):
    act = staticmethod(close)


class Certify(OrganisersAct):
    act = staticmethod(certify)


class Audit(View):
    def get(self, request: Request, competition_id: str) -> Response:
        """The audit trail, the oldest act first: for entrants and the organiser."""
        competition = competition_at(competition_id)
        seen = viewpoint(competition, request.user, timezone.now())
        if not seen.organises and seen.entry is None:
            raise Refusal("not_entered", "Only entrants see the audit trail.")
        acts = competition.acts.select_related("actor", "round")
        return Response(one_page([act_json(act) for act in acts]))
