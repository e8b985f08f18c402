"""Who somebody is, and what acts for them."""

from rest_framework import serializers

from ...models import SCOPES, Profile, Speed
from ...players.naming import LONGEST, SHORTEST
from ...players.tokens import LONGEST_NAME
from ..describing import meaning
from ..fields import NESTED, Choice, Choices, Cleaned, Flag


@meaning("A guest to be made.")
class GuestForm(serializers.Serializer):
    name = Cleaned(SHORTEST, LONGEST, help_text="What they are called, in 2 to 24 characters.")
    bot = Flag(default=False, help_text="Whether it is a bot, which shows everywhere and stays.")


@meaning("How the caller likes the table; what is left out stays.")
class PreferencesForm(serializers.Serializer):
    four_colours = Flag(required=False, help_text="Whether each suit has a colour of its own.")
    large_indices = Flag(required=False, help_text="Whether the signs in the corners of cards are large.")
    show_moves = Flag(required=False, help_text="Whether what can be picked up is always marked.")
    tap_plays = Flag(required=False, help_text="Whether a tap plays a card that has only one move.")
    speed = Choice(Speed.values, required=False, help_text="How cards move: `at_once` does without movement.")
    sound = Flag(required=False, help_text="Whether moves can be heard.")
    vibration = Flag(required=False, help_text="Whether moves can be felt.")


@meaning("What the caller changes of themselves; what is left out stays.")
class PlayerChanges(serializers.Serializer):
    name = Cleaned(
        SHORTEST, LONGEST, required=False, help_text="What they are called, in 2 to 24 characters."
    )
    profile = Choice(Profile.values, required=False, help_text="`private`: others are shown the name alone.")

    preferences = PreferencesForm(required=False, error_messages=NESTED, help_text="How they like the table.")


@meaning("A token to be made.")
class TokenForm(serializers.Serializer):
    name = Cleaned(1, LONGEST_NAME, help_text="What it is for, in 1 to 80 characters.")
    scopes = Choices(
        SCOPES,
        allow_empty=False,
        help_text="What it may be used for: at least one, and none that the token which asks does not have.",
    )
