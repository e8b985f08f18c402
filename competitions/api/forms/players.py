"""Who somebody is."""

from rest_framework import serializers

from ..fields import Flag, Text


class GuestForm(serializers.Serializer):
    name = Text()
    bot = Flag(default=False)
