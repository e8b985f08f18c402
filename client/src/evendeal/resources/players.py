"""Players, and what acts for them."""

from __future__ import annotations

from typing import TypedDict

from evendeal.resources.resource import Profile, Scope, Speed, Warned


class Player(TypedDict):
    id: str
    name: str
    bot: bool
    account: bool
    """Whether they have an account; a guest has a name and tokens alone."""


class Preferences(TypedDict):
    """How a player likes the table."""

    four_colours: bool
    large_indices: bool
    show_moves: bool
    tap_plays: bool
    speed: Speed
    sound: bool
    vibration: bool


class PreferenceChanges(TypedDict, total=False):
    """What is left out stays."""

    four_colours: bool
    large_indices: bool
    show_moves: bool
    tap_plays: bool
    speed: Speed
    sound: bool
    vibration: bool


class Me(Player, Warned):
    """A player, as they see themselves."""

    profile: Profile
    preferences: Preferences


class NewGuest(Warned):
    player: Player
    token: str


class Token(TypedDict):
    id: str
    name: str
    scopes: list[Scope]
    created_at: str
    used_at: str | None
    """When it was last used, to some minutes; None if never."""
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
