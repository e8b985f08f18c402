"""The lines of the audit trail."""

from rest_framework import serializers

from ...models import Act
from ..fields import Moment, Text, Whole
from .entries import EntryNamedResource
from .players import PlayerResource
from .resource import Resource


class ActResource(Resource):
    act = Text(help_text="Such as `published`.")
    round = Whole(source="round.number", allow_null=True)
    actor = PlayerResource(allow_null=True, help_text="Who did it; null if `staff` says so.")
    staff = serializers.SerializerMethodField(help_text="Who runs the service, or the service itself.")
    entry = EntryNamedResource(allow_null=True, help_text="The one that it concerns.")
    player = PlayerResource(allow_null=True, help_text="Whom it makes or removes as an organiser.")
    reason = Text()
    at = Moment()

    def get_staff(self, act: Act) -> str | None:
        return act.staff or None
