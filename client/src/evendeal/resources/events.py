"""Events, acts and webhooks."""

from __future__ import annotations

from typing import Literal, TypedDict

from evendeal.resources.players import Player
from evendeal.resources.resource import EventType, Page, RoundState, Warned


class NamedEntry(TypedDict):
    id: str
    player: Player


class Act(TypedDict):
    """A line of the audit trail."""

    act: str
    round: int | None
    actor: Player | None
    """None if `staff` names the actor: the operator, or the service itself."""
    staff: str | None
    entry: NamedEntry | None
    """The entry that the act is about."""
    player: Player | None
    """The player who was made or removed as an organiser."""
    reason: str
    extra_ms: int | None
    """How much more time the act grants, in milliseconds."""
    at: str


class Grant(Act, Warned):
    """The act that granted a player a fresh attempt or more time, or decided whether a result counts: a line
    of the audit trail."""


class MessageAct(Act, Warned):
    """The act that sent a message to a player: a line of the audit trail. `reason` is the message."""


class Joined(TypedDict):
    entry: str
    player: Player


class Result(TypedDict):
    """A game that has ended; it may have been given up."""

    entry: str
    player: Player
    round: int
    score: int
    won: bool
    attempt: str


class StateOfRound(TypedDict):
    number: int
    state: RoundState


class States(TypedDict):
    """The states of the competition and its rounds after the event."""

    state: Literal["scheduled", "running", "closed", "final", "cancelled"]
    rounds: list[StateOfRound]
    frozen: bool


class JoinedEvent(TypedDict):
    seq: int
    at: str
    type: Literal["joined"]
    data: Joined


class ResultEvent(TypedDict):
    seq: int
    at: str
    type: Literal["result"]
    data: Result


class StateEvent(TypedDict):
    seq: int
    at: str
    type: Literal["state"]
    data: States


class ActEvent(TypedDict):
    seq: int
    at: str
    type: Literal["act"]
    data: Act


Event = JoinedEvent | ResultEvent | StateEvent | ActEvent


class Events(Page[Event]):
    cursor: str
    """The value for `after` in the next call."""


class Hook(TypedDict):
    """A webhook of a competition."""

    id: str
    url: str
    events: list[EventType]
    state: Literal["working", "retrying", "stopped"]
    created_at: str
    failing_since: str | None
    next_try_at: str | None
    stopped_at: str | None


class NewHook(Hook, Warned):
    secret: str
    """The key that signs posted messages, shown once."""


class DeliveryAnswer(TypedDict):
    status: int | None
    """The HTTP status; None without an answer."""
    text: str
    """The first KiB of the answer, or the reason why there was none."""


class Delivery(Warned):
    """An event that was posted or will be, with the last answer to it."""

    id: str
    type: EventType | Literal["ping"]
    at: str
    status: Literal["accepted", "waiting", "stopped", "failed"]
    attempts: int
    next_try_at: str | None
    answer: DeliveryAnswer | None
