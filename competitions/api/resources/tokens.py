"""A player's tokens; a secret is in an answer once, when its token is made."""

from typing import NamedTuple

from ...models import SCOPES, Token
from ..fields import Choices, Flag, Moment, Text
from .resource import Resource


class Kept(NamedTuple):
    """A token, as the one that asks sees it."""

    token: Token
    current: bool


class TokenResource(Resource):
    id = Text(source="token.pk")
    name = Text(source="token.name")
    scopes = Choices(SCOPES, source="token.scopes")
    created_at = Moment(source="token.created_at")
    current = Flag(help_text="Whether it is the one that asks.")


class Made(NamedTuple):
    token: Token
    secret: str


class NewTokenResource(Resource):
    id = Text(source="token.pk")
    name = Text(source="token.name")
    scopes = Choices(SCOPES, source="token.scopes")
    created_at = Moment(source="token.created_at")
    token = Text(source="secret", help_text="The secret: it is shown here and never again.")
