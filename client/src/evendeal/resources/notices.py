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
    """What an organiser did to the player's entry, or about the player as an organiser."""

    act: Literal["disqualify", "reinstate", "rename", "share", "unshare", "hand_over"]
    reason: str


class NoticeCircle(TypedDict):
    id: str
    name: str
    member: bool
    """Whether the player is in it from then on."""


class NoticeData(TypedDict):
    """What a notice is about; None for what has nothing to do with it."""

    competition: NoticeCompetition | None
    player: Player | None
    """The other: who passed the player, plays against them, or made the duel."""
    act: NoticeAct | None
    circle: NoticeCircle | None
    webhook: str | None


class Notice(TypedDict):
    """Something that the player is told, once."""

    id: str
    type: NoticeType
    at: str
    read: bool
    text: str
    """What it tells, in a sentence for people."""
    path: str
    """Where on the site more is told."""
    data: NoticeData


class Unread(Warned):
    unread: int


class NoticeMessage(TypedDict):
    """A notice that is new."""

    type: Literal["notice"]
    notice: Notice
    unread: int


class UnreadMessage(TypedDict):
    """How many are not read, on joining and whenever the player has read some."""

    type: Literal["unread"]
    unread: int


NoticesMessage = NoticeMessage | UnreadMessage
