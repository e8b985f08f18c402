"""Webhooks."""

from rest_framework import serializers

from ...hooks.following import TYPES
from ...models.hooks import LONGEST_URL
from ..describing import meaning
from ..fields import Choices, Text


@meaning("A webhook to be made.")
class HookForm(serializers.Serializer):
    url = Text(
        max_length=LONGEST_URL, help_text="Where the events are posted to: `https`, on a public address."
    )
    events = Choices(
        TYPES,
        default=TYPES,
        allow_empty=False,
        help_text="The types of events that are sent: all, if left out.",
    )
