"""A token that is asked for."""

from rest_framework import serializers

from ...models import SCOPES
from ..describing import meaning
from ..fields import Choices, Text


@meaning("A token to be made.")
class TokenForm(serializers.Serializer):
    name = Text(help_text="What it is for, in 1 to 80 characters.")
    scopes = Choices(
        SCOPES,
        help_text="What it may be used for: at least one, and none that the token which asks does not have.",
    )
