"""Players, their preferences and their tokens."""

from __future__ import annotations

from typing import TypedDict

from evendeal.resources.resource import Profile, Scope, Speed, Warned


class Player(TypedDict):
    id: str
    name: str
    bot: bool
    account: bool
    """Whether the player has an account. A guest has only a name and tokens."""


class Preferences(TypedDict):
    """A player's preferences for the table."""

    four_colours: bool
    large_indices: bool
    show_moves: bool
    tap_plays: bool
    speed: Speed
    sound: bool
    vibration: bool


class PreferenceChanges(TypedDict, total=False):
    """The preferences to change. Preferences that are missing here do not change."""

    four_colours: bool
    large_indices: bool
    show_moves: bool
    tap_plays: bool
    speed: Speed
    sound: bool
    vibration: bool


class Me(Player, Warned):
    """The player to whom the token belongs."""

    profile: Profile
    language: str | None
    """The language of the player's pages, mails and notices; None if none is stored."""
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
    """When the token was last used, to within some minutes; None if it was never used."""
    current: bool
    """Whether this is the token of the current request."""


class NewToken(Warned):
    id: str
    name: str
    scopes: list[Scope]
    created_at: str
    token: str
    """The secret, shown once."""


class Ticket(Warned):
    ticket: str
    expires_at: str
