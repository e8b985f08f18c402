"""Acts of organisers on a whole competition, and the list of all acts, the audit trail."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from rest_framework.request import Request
from rest_framework.response import Response

from ...contests.close import cancel, certify, close
from ...contests.invite import new_invite
from ...contests.publish import publish
from ...models import Competition
from ...refusals import Refusal
from ..authentication import caller_of, viewer_of
from ..describe import described
from ..forms.organiser_acts import ActForm
from ..forms.queries import PageQuery
from ..idempotency import JsonAnswer, answer_once
from ..paging import ACTS
from ..read_request import read, read_query
from ..resources.acts import ActResource
from ..resources.competitions import CompetitionResource
from ..resources.resource import page_of
from .competitions import current_competition
from .lookups import viewpoint_at, viewpoint_of_organiser
from .view import ApiView


class OrganisersActView(ApiView):
    """A view whose POST is an organiser's act on a whole competition. Repeating the act changes nothing."""

    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "competitions"
    act: ClassVar[Callable[..., Competition]]

    def act_on(self, request: Request, competition_id: str) -> Response:
        seen = viewpoint_of_organiser(request, competition_id)
        reason = read(ActForm, request)["reason"]
        type(self).act(competition=seen.competition, organiser=request.user, now=seen.now, reason=reason)
        return Response(current_competition(request, competition_id))


def _described_act(name: str, sentence: str) -> Callable[..., Response]:
    """Return the `post` of an OrganisersActView, with its description for the schema."""

    @described(name, sentence, takes=ActForm, gives=CompetitionResource, problems=("wrong_state",))
    def post(self: OrganisersActView, request: Request, competition_id: str) -> Response:
        return self.act_on(request, competition_id)

    return post


class PublishView(OrganisersActView):
    act = staticmethod(publish)
    post = _described_act("publish_competition", "Publish a draft.")


class CloseView(OrganisersActView):
    act = staticmethod(close)
    post = _described_act("close_competition", "Close a competition early. Running attempts end as given up.")


class CancelView(OrganisersActView):
    act = staticmethod(cancel)
    post = _described_act("cancel_competition", "Cancel a competition, which then counts for nothing.")


class CertifyView(OrganisersActView):
    act = staticmethod(certify)
    post = _described_act(
        "certify_competition", "Certify a closed competition, which makes its results final."
    )


class InviteView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "competitions"

    @described(
        "renew_invite",
        "Make a new invite code. The old code stops working.",
        takes=ActForm,
        gives=CompetitionResource,
        problems=("wrong_state",),
        once=True,
    )
    def post(self, request: Request, competition_id: str) -> Response:
        seen = viewpoint_of_organiser(request, competition_id)

        def prepare() -> Callable[[], JsonAnswer]:
            reason = read(ActForm, request)["reason"]
            return lambda: JsonAnswer(200, renewed(reason))

        def renewed(reason: str) -> dict[str, Any]:
            new_invite(
                competition=seen.competition, organiser=caller_of(request), now=seen.now, reason=reason
            )
            return current_competition(request, competition_id)

        return answer_once(request, seen.now, prepare)


class AuditView(ApiView):
    compressed = True

    @described(
        "list_acts",
        "The audit trail, the oldest act first. Only entrants and organisers may read it.",
        asks=PageQuery,
        gives=page_of(ActResource),
        problems=("not_entered",),
    )
    def get(self, request: Request, competition_id: str) -> Response:
        query = read_query(PageQuery, request)
        seen = viewpoint_at(competition_id, viewer_of(request), timezone.now())
        if not seen.sees_trail:
            raise Refusal("not_entered", _("Only entrants see the audit trail."))
        acts = seen.competition.acts.select_related("actor", "player", "round", "entry__player")
        page = ACTS.page(acts, request, query)
        return Response(page.json(ActResource.each(page.rows)))
