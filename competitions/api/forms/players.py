"""Forms for guests, the caller's own player, tokens and notices."""

from rest_framework import serializers

from ...models import SCOPES, Profile, Speed
from ...people.names import LONGEST, SHORTEST
from ...people.tokens import LONGEST_NAME
from .. import meanings
from ..describe import meaning
from ..fields import NESTED, Choice, Choices, Cleaned, Flag, Moment, Text


@meaning("A guest to be made.")
class GuestForm(serializers.Serializer):
    name = Cleaned(SHORTEST, LONGEST, help_text=meanings.PLAYER_NAME)
    bot = Flag(
        default=False, help_text="Whether the player is a bot. Everybody sees this, and it cannot be changed."
    )


@meaning("The caller's settings for cards and table. Fields that are left out do not change.")
class PreferencesForm(serializers.Serializer):
    four_colours = Flag(required=False, help_text=meanings.FOUR_COLOURS)
    large_indices = Flag(required=False, help_text=meanings.LARGE_INDICES)
    show_moves = Flag(required=False, help_text=meanings.SHOW_MOVES)
    tap_plays = Flag(required=False, help_text=meanings.TAP_PLAYS)
    speed = Choice(Speed.values, required=False, help_text=meanings.SPEED)
    sound = Flag(required=False, help_text=meanings.SOUND)
    vibration = Flag(required=False, help_text=meanings.VIBRATION)


@meaning("The caller's changes to their own player. Fields that are left out do not change.")
class PlayerChanges(serializers.Serializer):
    name = Cleaned(SHORTEST, LONGEST, required=False, help_text=meanings.PLAYER_NAME)
    profile = Choice(Profile.values, required=False, help_text=meanings.PROFILE)
    language = Text(allow_null=True, required=False, help_text=meanings.LANGUAGE)
    preferences = PreferencesForm(required=False, error_messages=NESTED, help_text=meanings.PREFERENCES)


@meaning("A token to be made.")
class TokenForm(serializers.Serializer):
    name = Cleaned(1, LONGEST_NAME, help_text="What the token is for, in 1 to 80 characters.")
    scopes = Choices(
        SCOPES,
        allow_empty=False,
        help_text="What the token may do: at least one scope, and only scopes of the token that makes it.",
    )


@meaning("The time up to which the caller has read their notices.")
class ReadForm(serializers.Serializer):
    before = Moment(help_text="The `at` of a notice: all notices up to this moment count as read.")
