"""Who somebody is."""

from rest_framework import serializers

from ...models import Profile
from ...players.naming import LONGEST, SHORTEST
from ..describing import meaning
from ..fields import Choice, Cleaned, Flag


@meaning("A guest to be made.")
class GuestForm(serializers.Serializer):
    name = Cleaned(SHORTEST, LONGEST, help_text="What they are called, in 2 to 24 characters.")
    bot = Flag(default=False, help_text="Whether it is a bot, which shows everywhere and stays.")


@meaning("What the caller changes of themselves; what is left out stays.")
class PlayerChanges(serializers.Serializer):
    name = Cleaned(
        SHORTEST, LONGEST, required=False, help_text="What they are called, in 2 to 24 characters."
    )
    profile = Choice(Profile.values, required=False, help_text="`private`: others are shown the name alone.")
