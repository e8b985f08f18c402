"""Players, and what acts for them."""

from __future__ import annotations

from typing import TypedDict

from evendeal.resources.resource import Profile, Scope, Warned


class Player(TypedDict):
    id: str
    name: str
    bot: bool
    account: bool
    """Whether they have an account; a guest has a name and tokens alone."""


class Me(Player, Warned):
    """A player, as they see themselves."""

    profile: Profile


class NewGuest(Warned):
    player: Player
    token: str


class Token(TypedDict):
    id: str
    name: str
    scopes: list[Scope]
    created_at: str
    current: bool
    """Whether it is the one that asked."""


class NewToken(Warned):
    id: str
    name: str
    scopes: list[Scope]
    created_at: str
    token: str
    """The secret, which is shown this once."""


class Ticket(Warned):
    ticket: str
    expires_at: str
