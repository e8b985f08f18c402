"""Acts of organisers, the lines of the audit trail."""

from rest_framework import serializers

from ...models import Act
from ..describe import meaning
from ..fields import Moment, Text, Whole
from .entries import EntryNamedResource
from .players import PlayerResource
from .resource import Resource


@meaning("A line of the audit trail: what an organiser, the staff or the service did, and why.")
class ActResource(Resource):
    act = Text(help_text="What was done, such as `publish`.")
    round = Whole(
        source="round.number",
        allow_null=True,
        help_text="The number of the round that the act concerns; null for none.",
    )
    actor = PlayerResource(allow_null=True, help_text="The player who acted; null if `staff` says who acted.")
    staff = serializers.SerializerMethodField(
        help_text="The member of the staff who acted, or the service itself; null if a player acted."
    )
    entry = EntryNamedResource(allow_null=True, help_text="The entry that the act concerns; null for none.")
    player = PlayerResource(
        allow_null=True,
        help_text="The player who became an organiser, or is no longer one; null for other acts.",
    )
    reason = Text(
        help_text="The reason for the act; may be empty. For some acts it is a fact: the host of the "
        "webhook (`add_webhook`, `remove_webhook`), the changed settings (`change`), the "
        "number of badges (`add_badges`, `remove_badges`), the original competition "
        "(`copy`), or the text of the message (`message`)."
    )
    extra_ms = Whole(
        allow_null=True, help_text="How many milliseconds more `grant_time` gave; null for other acts."
    )
    at = Moment(help_text="When the act was done.")

    def get_staff(self, act: Act) -> str | None:
        return act.staff or None


@meaning("What was granted: a line of the audit trail.")
class GrantResource(ActResource):
    pass


@meaning("A message to a player: a line of the audit trail.")
class MessageActResource(ActResource):
    pass
