"""The form of a webhook."""

from typing import Final

from django.core.validators import RegexValidator
from rest_framework import serializers

from ...models.hooks import LIKE_THIS, LONGEST_URL
from ...outbound.webhooks.organiser_events import TYPES
from ..describe import meaning
from ..fields import Choices, Text

ADDRESS: Final = r"^[Hh][Tt][Tt][Pp][Ss]?://[^\s/?#@]+([/?][^\s#]*)?\Z"
"""A rough pattern of addresses, for the schema. `webhooks.targets` checks addresses exactly."""


@meaning("A webhook to be made.")
class HookForm(serializers.Serializer):
    url = Text(
        max_length=LONGEST_URL,
        validators=[RegexValidator(ADDRESS, LIKE_THIS)],
        help_text="The address to which the events are posted: `https`, on a public network.",
    )
    events = Choices(
        TYPES,
        default=TYPES,
        allow_empty=False,
        help_text="The types of events that are sent; if left out, all types.",
    )
