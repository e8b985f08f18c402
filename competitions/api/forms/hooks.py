"""Webhooks."""

from rest_framework import serializers

from ...hooks.following import TYPES
from ...models.hooks import LONGEST_URL
from ..fields import Choices, Text


class HookForm(serializers.Serializer):
    url = Text(max_length=LONGEST_URL)
    events = Choices(TYPES, default=TYPES, allow_empty=False)
