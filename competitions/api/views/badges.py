"""Badges. Each badge has a name and a code: whoever enters the code joins under this name. Only organisers
see and change badges."""

from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from ...contests.badges.make_badges import MOST_AT_ONCE, make_badges, remove_badge, renew_badge
from ...embargo.visibility import Viewpoint
from ...models import Badge
from ...web import costs
from ...web.limits import charge
from ..authentication import caller_of
from ..describe import described
from ..forms.organiser_acts import BadgesForm
from ..forms.queries import PageQuery
from ..idempotency import JsonAnswer, answer_once
from ..paging import BADGES
from ..read_request import read, read_query
from ..resources.badges import BadgeResource, BadgeWithCodeResource, badge_json
from ..resources.resource import one_page, page_of
from .lookups import viewpoint_of_organiser
from .view import ApiView


class BadgesView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"GET": "organise", "POST": "organise"}
    throttle_scope = "competitions"

    @described(
        "list_badges",
        "The badges of a competition, in the order in which they were made. Badges with valid codes "
        "show them.",
        asks=PageQuery,
        gives=page_of(BadgeWithCodeResource),
    )
    def get(self, request: Request, competition_id: str) -> Response:
        seen = viewpoint_of_organiser(request, competition_id)
        rows = seen.competition.badges.select_related("entry__player")
        page = BADGES.page(rows, request, read_query(PageQuery, request))
        return Response(page.json([badge_json(request, badge) for badge in page.rows]))

    @described(
        "add_badges",
        "Make a badge for each name. A badge lets one person in under its name. This answer has no "
        "codes, because the server keeps it for repeats. The list of badges has the codes.",
        takes=BadgesForm,
        gives={201: page_of(BadgeResource)},
        problems=("full", "wrong_state"),
        once=True,
    )
    def post(self, request: Request, competition_id: str) -> Response:
        seen = viewpoint_of_organiser(request, competition_id)

        def prepare() -> Callable[[], JsonAnswer]:
            names = read(BadgesForm, request)["names"]
            charge(request, costs.of_badges(min(len(names), MOST_AT_ONCE)))
            return lambda: JsonAnswer(201, one_page(BadgeResource.each(made(names))))

        def made(names: Sequence[str]) -> list[Badge]:
            return make_badges(
                competition=seen.competition, organiser=caller_of(request), names=names, now=seen.now
            )

        return answer_once(request, seen.now, prepare)


class BadgeView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"GET": "organise", "DELETE": "organise"}
    throttle_scope = "competitions"

    @described("get_badge", "A badge, with its code if the code is valid.", gives=BadgeWithCodeResource)
    def get(self, request: Request, competition_id: str, badge_id: str) -> Response:
        seen = viewpoint_of_organiser(request, competition_id)
        return Response(badge_json(request, _badge_of(seen, badge_id)))

    @described(
        "remove_badge",
        "Remove a badge that nobody has used. Its code stops working.",
        gives={204: ()},
        problems=("wrong_state",),
    )
    def delete(self, request: Request, competition_id: str, badge_id: str) -> Response:
        seen = viewpoint_of_organiser(request, competition_id)
        badge = _badge_of(seen, badge_id)
        remove_badge(competition=seen.competition, organiser=caller_of(request), badge=badge, now=seen.now)
        return Response(status=204)


class RenewBadgeView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "competitions"

    @described(
        "renew_badge",
        "Give a badge a new code. The old code stops working. If a guest joined with the badge, the "
        "browser that uses the new code plays on as that guest. The guest's other browsers then "
        "stop.",
        gives=BadgeResource,
        problems=("wrong_state",),
        once=True,
    )
    def post(self, request: Request, competition_id: str, badge_id: str) -> Response:
        seen = viewpoint_of_organiser(request, competition_id)
        badge = _badge_of(seen, badge_id)

        def renew() -> JsonAnswer:
            renewed = renew_badge(
                competition=seen.competition, organiser=caller_of(request), badge=badge, now=seen.now
            )
            return JsonAnswer(200, BadgeResource.of(renewed))

        return answer_once(request, seen.now, lambda: renew)


def _badge_of(seen: Viewpoint, badge_id: str) -> Badge:
    badge = seen.competition.badges.select_related("entry__player").filter(pk=badge_id).first()
    if badge is None:
        raise NotFound
    return badge
