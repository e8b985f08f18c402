"""Circles, their members, and the board of a week."""

from collections.abc import Callable, Mapping
from typing import ClassVar

from django.utils import timezone
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from ...contests.circles.membership import join_circle, leave_circle, make_circle
from ...contests.circles.ownership import change_circle, close_circle, new_circle_invite, remove_member
from ...contests.circles.visible_weeks import boards, known_week
from ...contests.circles.weeks import Week
from ...embargo.circles import membership, memberships_of
from ...models import Circle, Member
from ...web.caching import CHECKED, HELD
from ..authentication import caller_of, require_scope
from ..describe import described
from ..forms.circles import CircleChanges, CircleForm, MemberForm
from ..forms.queries import BoardQuery, PageQuery
from ..idempotency import JsonAnswer, answer_once
from ..paging import CIRCLES
from ..read_request import read, read_query
from ..resources.circles import BoardResource, CircleResource, board_json, circle_json
from ..resources.resource import Body, page_of
from ..tags import still_matches
from .view import ApiView


def membership_at(request: Request, circle_id: str) -> Member:
    """The caller's membership of a circle. Raises NotFound if the caller is not a member."""
    member = membership(circle_id, caller_of(request))
    if member is None:
        raise NotFound
    return member


def current_circle(request: Request, circle_id: str) -> Body:
    """The circle as JSON, read again from the database. Raises NotFound if the caller is not a member."""
    return circle_json(request, membership_at(request, circle_id))


class CirclesView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"GET": "read", "POST": "organise"}
    throttle_scope = "competitions"
    kept = HELD

    @described(
        "list_circles",
        "The caller's circles, the one joined last first.",
        asks=PageQuery,
        gives=page_of(CircleResource),
    )
    def get(self, request: Request) -> Response:
        page = CIRCLES.page(memberships_of(caller_of(request)), request, read_query(PageQuery, request))
        return Response(page.json([circle_json(request, member) for member in page.rows]))

    @described(
        "create_circle",
        "Make a circle, a small group that plays the dailies together. The caller owns it.",
        takes=CircleForm,
        gives={201: CircleResource},
        problems=("full",),
        once=True,
        found_by="get_circle",
    )
    def post(self, request: Request) -> Response:
        now = timezone.now()

        def prepare() -> Callable[[], JsonAnswer]:
            name = read(CircleForm, request)["name"]
            return lambda: make(name)

        def make(name: str) -> JsonAnswer:
            made = make_circle(name=name, player=caller_of(request), now=now)
            return JsonAnswer(201, current_circle(request, made.circle_id))

        return answer_once(request, now, prepare)


class CircleView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"GET": "read", "PATCH": "organise", "DELETE": "organise"}
    throttle_scope = "competitions"
    kept = HELD

    @described("get_circle", "One of the caller's circles.", gives=CircleResource)
    def get(self, request: Request, circle_id: str) -> Response:
        return Response(current_circle(request, circle_id))

    @described(
        "change_circle",
        "Rename the circle, hand it over to another member, or do both. Only the owner may.",
        takes=CircleChanges,
        gives=CircleResource,
    )
    def patch(self, request: Request, circle_id: str) -> Response:
        circle = membership_at(request, circle_id).circle
        changes = read(CircleChanges, request)
        change_circle(
            circle=circle,
            owner=caller_of(request),
            name=changes.get("name"),
            new_owner=changes.get("owner"),
            first=still_matches(request, lambda: current_circle(request, circle_id)),
        )
        return Response(current_circle(request, circle_id))

    @described(
        "close_circle",
        "Close the circle for all its members. Only the owner may. The members keep their results.",
        gives={204: ()},
    )
    def delete(self, request: Request, circle_id: str) -> Response:
        circle = membership_at(request, circle_id).circle
        close_circle(circle=circle, owner=caller_of(request), now=timezone.now())
        return Response(status=204)


class CircleInviteView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "organise"}
    throttle_scope = "competitions"

    @described(
        "renew_circle_invite",
        "Make a new invite code for a circle. Only the owner may. The old code stops working, and "
        "the members stay.",
        gives=CircleResource,
        once=True,
    )
    def post(self, request: Request, circle_id: str) -> Response:
        circle = membership_at(request, circle_id).circle

        def renew() -> JsonAnswer:
            new_circle_invite(circle=circle, owner=caller_of(request))
            return JsonAnswer(200, current_circle(request, circle_id))

        return answer_once(request, timezone.now(), lambda: renew)


class MembersView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"POST": "play"}
    throttle_scope = "entries"

    @described(
        "join_circle",
        "Become a member, with the circle's invite code. A player who is already a member gets 200.",
        takes=MemberForm,
        gives={201: CircleResource, 200: CircleResource},
        problems=("bad_invite", "full"),
        once=True,
    )
    def post(self, request: Request, circle_id: str) -> Response:
        now = timezone.now()
        circle = Circle.objects.filter(pk=circle_id).first()
        if circle is None:
            raise NotFound

        def prepare() -> Callable[[], JsonAnswer]:
            invite = read(MemberForm, request)["invite"]
            return lambda: join(invite)

        def join(invite: str) -> JsonAnswer:
            _, new = join_circle(circle=circle, player=caller_of(request), invite=invite, now=now)
            return JsonAnswer(201 if new else 200, current_circle(request, circle_id))

        return answer_once(request, now, prepare)


class MemberView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"DELETE": "play"}
    throttle_scope = "entries"

    @described(
        "remove_member",
        "Leave the circle. The owner may remove another member, with a token that may organise. An "
        "owner who wants to leave must first hand the circle over.",
        gives={204: ()},
        problems=("wrong_state",),
    )
    def delete(self, request: Request, circle_id: str, player_id: str) -> Response:
        mine = membership_at(request, circle_id)
        if player_id == mine.player_id:
            leave_circle(circle=mine.circle, player=mine.player)
            return Response(status=204)
        require_scope(request, "organise")
        member = mine.circle.members.filter(player=player_id).select_related("player").first()
        if member is None:
            raise NotFound
        remove_member(circle=mine.circle, owner=mine.player, player=member.player, now=timezone.now())
        return Response(status=204)


class BoardView(ApiView):
    scopes: ClassVar[Mapping[str, str]] = {"GET": "read"}
    compressed = True
    kept = CHECKED

    @described(
        "get_board",
        "The board of a week, over the dailies of all games or of one.",
        asks=BoardQuery,
        gives=BoardResource,
    )
    def get(self, request: Request, circle_id: str) -> Response:
        now, mine = timezone.now(), membership_at(request, circle_id)
        query = read_query(BoardQuery, request)
        week = query["week"] or Week.at(now)
        known = known_week(caller_of(request), week, now, game_slug=query["game"])
        return Response(board_json(week, boards([mine.circle], known)[mine.circle_id]))
