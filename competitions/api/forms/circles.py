"""Forms that make a circle, change it, or join it."""

from rest_framework import serializers

from ...models.competitions import LONGEST_NAME, SHORTEST_NAME
from .. import meanings
from ..describe import meaning
from ..fields import Cleaned, Text


@meaning("A circle to be made.")
class CircleForm(serializers.Serializer):
    name = Cleaned(SHORTEST_NAME, LONGEST_NAME, help_text=meanings.NAME)


@meaning("The changes that a circle's owner makes. Fields that are left out do not change.")
class CircleChanges(serializers.Serializer):
    name = Cleaned(SHORTEST_NAME, LONGEST_NAME, required=False, help_text=meanings.NAME)
    owner = Text(
        required=False,
        help_text="The id of a member, who becomes the owner. The old owner stays a member.",
    )


@meaning("The invite code of a circle that the caller wants to join.")
class MemberForm(serializers.Serializer):
    invite = Text(allow_blank=True, help_text="The circle's invite code, which is in the circle's link.")
