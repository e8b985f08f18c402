"""Guests, the caller's own account, and tokens."""

from rest_framework import serializers

from ...models import SCOPES, Profile, Speed
from ...people.names import LONGEST, SHORTEST
from ...people.tokens import LONGEST_NAME
from .. import meanings
from ..describe import meaning
from ..fields import NESTED, Choice, Choices, Cleaned, Flag


@meaning("A guest to be made.")
class GuestForm(serializers.Serializer):
    name = Cleaned(SHORTEST, LONGEST, help_text=meanings.PLAYER_NAME)
    bot = Flag(default=False, help_text="Whether it is a bot, which shows everywhere and stays.")


@meaning("How the caller likes the table; what is left out stays.")
class PreferencesForm(serializers.Serializer):
    four_colours = Flag(required=False, help_text=meanings.FOUR_COLOURS)
    large_indices = Flag(required=False, help_text=meanings.LARGE_INDICES)
    show_moves = Flag(required=False, help_text=meanings.SHOW_MOVES)
    tap_plays = Flag(required=False, help_text=meanings.TAP_PLAYS)
    speed = Choice(Speed.values, required=False, help_text=meanings.SPEED)
    sound = Flag(required=False, help_text=meanings.SOUND)
    vibration = Flag(required=False, help_text=meanings.VIBRATION)


@meaning("What the caller changes of themselves; what is left out stays.")
class PlayerChanges(serializers.Serializer):
    name = Cleaned(SHORTEST, LONGEST, required=False, help_text=meanings.PLAYER_NAME)
    profile = Choice(Profile.values, required=False, help_text=meanings.PROFILE)

    preferences = PreferencesForm(required=False, error_messages=NESTED, help_text=meanings.PREFERENCES)


@meaning("A token to be made.")
class TokenForm(serializers.Serializer):
    name = Cleaned(1, LONGEST_NAME, help_text="What it is for, in 1 to 80 characters.")
    scopes = Choices(
        SCOPES,
        allow_empty=False,
        help_text="What it may be used for: at least one, and none that the token which asks does not have.",
    )
