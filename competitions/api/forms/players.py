"""Who somebody is."""

from rest_framework import serializers

from ...models import Profile
from ..fields import Choice, Flag, Text


class GuestForm(serializers.Serializer):
    name = Text()
    bot = Flag(default=False)


class PlayerChanges(serializers.Serializer):
    name = Text(required=False)
    profile = Choice(Profile.values, required=False)
