"""Players, wherever one appears."""

from typing import Any, NamedTuple

from ...models import Player
from ..fields import Flag, Moment, Text
from .resource import Resource


class PlayerResource(Resource):
    id = Text(source="pk")
    name = Text()
    bot = Flag()


class NewPlayer(NamedTuple):
    player: Player
    token: str


class NewPlayerResource(Resource):
    player = PlayerResource()
    token = Text(help_text="It has every scope, and is shown here and never again.")


class Ticket(NamedTuple):
    ticket: str
    expires_at: Any


class TicketResource(Resource):
    ticket = Text(help_text="Good for one socket, once.")
    expires_at = Moment()
