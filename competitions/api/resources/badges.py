"""Badges, as organisers see them, with and without codes."""

from django.urls import reverse
from rest_framework.request import Request

from ...contests.badges.codes import code_of
from ...models import Badge
from ..describe import meaning
from ..fields import Moment, Text, Whole
from .entries import EntryNamedResource
from .resource import Body, Resource


@meaning("A badge, which lets one person in under its name; without its code.")
class BadgeResource(Resource):
    id = Text(source="pk", help_text="The id of the badge.")
    number = Whole(help_text="The number of the badge in the list, from 1 on.")
    name = Text(help_text="The name on the badge.")
    entry = EntryNamedResource(
        allow_null=True,
        help_text="The entry of the player who joined with the badge; null until somebody has joined.",
    )
    used_at = Moment(
        allow_null=True,
        help_text="When the badge's code was used up; null as long as the code lets somebody in.",
    )


@meaning("A badge with its code, which only the organisers and its bearer should see.")
class BadgeWithCodeResource(BadgeResource):
    code = Text(
        allow_null=True,
        help_text="The code to type; null if the code is used up. Also null if the site's secret has "
        "changed; then the badge must be renewed.",
    )
    url = Text(
        allow_null=True, help_text="The link that the printed badge has as a QR code; null without a `code`."
    )


def badge_json(request: Request, badge: Badge) -> Body:
    code = code_of(badge)
    url = None if code is None else request.build_absolute_uri(f"{reverse('badge')}?code={code}")
    return {**BadgeResource.of(badge), "code": code, "url": url}
