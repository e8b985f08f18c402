"""A token that is asked for."""

from rest_framework import serializers

from ...models import SCOPES
from ...players.tokens import LONGEST_NAME
from ..describing import meaning
from ..fields import Choices, Cleaned


@meaning("A token to be made.")
class TokenForm(serializers.Serializer):
    name = Cleaned(1, LONGEST_NAME, help_text="What it is for, in 1 to 80 characters.")
    scopes = Choices(
        SCOPES,
        allow_empty=False,
        help_text="What it may be used for: at least one, and none that the token which asks does not have.",
    )
