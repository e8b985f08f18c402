"""A player's tokens. Only the answer to the request that makes a token shows its secret."""

from typing import NamedTuple

from ...models import SCOPES, Token
from ..describe import meaning
from ..fields import Choices, Flag, Moment, Text
from .resource import Resource


class ListedToken(NamedTuple):
    """A token, and whether the present request was sent with it."""

    token: Token
    current: bool


@meaning("One of the player's tokens, without its secret.")
class TokenResource(Resource):
    id = Text(source="token.pk", help_text="The id of the token.")
    name = Text(source="token.name", help_text="What the token is for, in the player's words.")
    scopes = Choices(SCOPES, source="token.scopes", help_text="What the token may be used for.")
    created_at = Moment(source="token.created_at", help_text="When the token was made.")
    used_at = Moment(
        source="token.used_at",
        allow_null=True,
        help_text="When the token was last used, accurate to some minutes; null if never.",
    )
    current = Flag(help_text="Whether this request was sent with the token.")


class NewToken(NamedTuple):
    token: Token
    secret: str


@meaning("A new token, with its secret.")
class NewTokenResource(Resource):
    id = Text(source="token.pk", help_text="The id of the token.")
    name = Text(source="token.name", help_text="What the token is for, in the player's words.")
    scopes = Choices(SCOPES, source="token.scopes", help_text="What the token may be used for.")
    created_at = Moment(source="token.created_at", help_text="When the token was made.")
    token = Text(source="secret", help_text="The secret. It is shown here and never again.")
