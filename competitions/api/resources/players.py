"""Players, their tokens and tickets, and the caller's own account."""

from typing import Any, NamedTuple

from rest_framework import serializers

from ...models import Player, Profile, Speed
from ...people.own_language import chosen_by
from .. import meanings
from ..describe import meaning
from ..fields import Choice, Flag, Moment, Text
from .resource import Resource


@meaning("A player: a person, or a declared bot.")
class PlayerResource(Resource):
    id = Text(source="pk", help_text="The id of the player, which never changes.")
    name = Text(help_text="The player's name.")
    bot = Flag(help_text="Whether the player is a declared bot.")
    account = Flag(help_text="Whether the player has an account. A guest has only a name and tokens.")


class NewPlayer(NamedTuple):
    player: Player
    token: str


@meaning("A new player, and the token that acts for them.")
class NewPlayerResource(Resource):
    player = PlayerResource(help_text="The player.")
    token = Text(help_text="The player's token, with every scope. The token is shown here and never again.")


class NewTicket(NamedTuple):
    ticket: str
    expires_at: Any


@meaning("A ticket for the address of a socket or stream. A token must not be in an address.")
class TicketResource(Resource):
    ticket = Text(help_text="The ticket, which opens one socket or stream, once.")
    expires_at = Moment(help_text="When the ticket expires: after a minute.")


@meaning("A player's settings for cards and table, on all their devices.")
class PreferencesResource(Resource):
    four_colours = Flag(help_text=meanings.FOUR_COLOURS)
    large_indices = Flag(help_text=meanings.LARGE_INDICES)
    show_moves = Flag(help_text=meanings.SHOW_MOVES)
    tap_plays = Flag(help_text=meanings.TAP_PLAYS)
    speed = Choice(Speed.values, help_text=meanings.SPEED)
    sound = Flag(help_text=meanings.SOUND)
    vibration = Flag(help_text=meanings.VIBRATION)


@meaning("The caller, as they see themselves.")
class MeResource(PlayerResource):
    profile = Choice(Profile.values, help_text=meanings.PROFILE)
    language = serializers.SerializerMethodField(help_text=meanings.LANGUAGE)
    preferences = PreferencesResource(help_text=meanings.PREFERENCES)

    def get_language(self, player: Player) -> str | None:
        return chosen_by(player)
