"""What organisers do to a competition, to its entries and to their own number."""

from rest_framework import serializers

from ..fields import Flag, Text


class ActForm(serializers.Serializer):
    """An act for which a reason may be given."""

    reason = Text(allow_blank=True, default="")


class ReasonForm(serializers.Serializer):
    reason = Text()


class RenameForm(ReasonForm):
    name = Text(allow_blank=True)


class OrganiserForm(serializers.Serializer):
    name = Text()
    owner = Flag(default=False)
