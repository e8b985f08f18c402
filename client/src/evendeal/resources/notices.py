"""Notices, and the messages of their socket."""

from __future__ import annotations

from typing import Literal, TypedDict

from evendeal.resources.players import Player
from evendeal.resources.resource import Kind, NoticeType, Warned


class NoticeCompetition(TypedDict):
    id: str
    name: str
    kind: Kind


class NoticeAct(TypedDict):
    """An organiser's act on the player's entry, or on the player as an organiser."""

    act: Literal[
        "disqualify",
        "reinstate",
        "rename",
        "grant_attempt",
        "grant_time",
        "set_aside",
        "count_again",
        "message",
        "share",
        "unshare",
        "hand_over",
    ]
    round: int | None
    reason: str


class NoticeCircle(TypedDict):
    id: str
    name: str
    member: bool
    """Whether the player is in the circle after what the notice reports."""


class NoticeData(TypedDict):
    """The subject of a notice; None for facts that do not apply."""

    competition: NoticeCompetition | None
    player: Player | None
    """The other player: who passed the player, plays against them, or made the duel."""
    act: NoticeAct | None
    circle: NoticeCircle | None
    webhook: str | None


class Notice(TypedDict):
    """A notice to the player, sent once."""

    id: str
    type: NoticeType
    at: str
    read: bool
    text: str
    """The notice as a sentence for people."""
    path: str
    """The page of the site with more about it."""
    data: NoticeData


class Unread(Warned):
    unread: int


class NoticeMessage(TypedDict):
    """The message about a new notice."""

    type: Literal["notice"]
    notice: Notice
    unread: int


class UnreadMessage(TypedDict):
    """The number of unread notices, sent at the start, after the player has read some, and after some seconds
    without a message."""

    type: Literal["unread"]
    unread: int


NoticesMessage = NoticeMessage | UnreadMessage
