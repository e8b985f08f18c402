"""Circles as their members see them, and a circle's board of a week."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request

from ...contests.circles.week_board import BoardRow, DayWorth
from ...contests.circles.weeks import Week
from ...models import Circle, Member
from ...standings.standings import two_decimals
from ..describe import meaning
from ..fields import Date, Flag, Moment, Text, Whole
from .players import PlayerResource
from .resource import Body, Resource


@meaning("A player, with their name in one circle.")
class MemberResource(PlayerResource):
    id = Text(source="player.pk", help_text="The player's id, the same everywhere.")
    name = Text(help_text="The name in this circle, where no two names look alike.")
    bot = Flag(source="player.bot", help_text="Whether the player is a declared bot.")
    account = Flag(source="player.account", help_text="Whether the player has an account.")


class CircleSeen(NamedTuple):
    circle: Circle
    member: Member
    url: str


@meaning("A circle: a small group that plays the dailies together. Its members alone may know of it.")
class CircleResource(Resource):
    id = Text(source="circle.pk", help_text="The id of the circle, which never changes.")
    name = Text(source="circle.name", help_text="The name of the circle.")
    owner = MemberResource(source="circle.owner", help_text="The member who owns the circle.")
    members = Whole(source="circle.size", help_text="How many members the circle has.")
    url = serializers.URLField(
        help_text="The circle's link with the invite code. Anyone with the link may become a member."
    )
    invite = Text(source="circle.invite", help_text="The invite code, which is needed to join.")
    player = MemberResource(
        source="member", help_text="The caller, with the name that the caller has in the circle."
    )
    joined_at = Moment(source="member.joined_at", help_text="When the caller became a member.")


def circle_json(request: Request, member: Member) -> Body:
    """The circle of a member as JSON, as that member may see it."""
    path = reverse("circle", args=(member.circle_id,))
    url = request.build_absolute_uri(f"{path}?invite={member.circle.invite}")
    return CircleResource.of(CircleSeen(member.circle, member, url))


@meaning("A member's points of one day, as far as the viewer may know them.")
class DayWorthResource(Resource):
    points = serializers.SerializerMethodField(
        help_text="The points for the member's places, with at most two decimals."
    )
    score = Whole(allow_null=True, help_text="The score; null on a board of all games.")

    def get_points(self, worth: DayWorth) -> float:
        return two_decimals(worth.points)


class RowSeen(NamedTuple):
    player: Member
    row: BoardRow

    @property
    def points(self) -> float:
        return two_decimals(self.row.points)

    @property
    def days(self) -> Sequence[Body | None]:
        return [worth and DayWorthResource.of(worth) for worth in self.row.days]


@meaning("A row of a board: a member's points of a week.")
class BoardRowResource(Resource):
    rank = Whole(
        source="row.rank",
        allow_null=True,
        help_text="The place; null for members who have no result that the viewer may know.",
    )
    tied = Flag(source="row.tied", help_text="Whether others share the place.")
    player = MemberResource(help_text="The member.")
    points = serializers.FloatField(help_text="The sum of the points of all days, with at most two decimals.")
    played = Whole(source="row.played", help_text="How many dailies of the week the member has played.")
    days = serializers.ListField(
        child=DayWorthResource(allow_null=True),
        help_text="The days from Monday to Sunday; null for a day without a result that the viewer may know.",
    )


class BoardSeen(NamedTuple):
    week: str
    days: Sequence[str]
    results: Sequence[RowSeen]


@meaning(
    "The board of a week: the members who played a daily get points for their places "
    "among themselves. Results that the viewer may not know yet count for no sum and no "
    "rank."
)
class BoardResource(Resource):
    week = Text(help_text="The week, as ISO 8601 numbers it: from Monday to Sunday, by UTC.")
    days = serializers.ListField(child=Date(), help_text="The days of the week.")
    results = BoardRowResource(many=True, help_text="All members, the best first.")


def board_json(week: Week, board: Iterable[tuple[Member, BoardRow]]) -> Body:
    days = [day.isoformat() for day in week.days]
    return BoardResource.of(BoardSeen(str(week), days, [RowSeen(*each) for each in board]))
