"""A contest's webhooks, as the desk shows them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from competitions.models import Competition, Delivery, Hook
from competitions.models.hooks import MOST_HOOKS, PING

NEWEST: Final = 5
"""How many deliveries of a webhook are shown at most."""

TYPES: Final[Mapping[str, str]] = {
    "joined": "Somebody joins",
    "result": "There is a result",
    "state": "The contest or a round opens or closes",
    "act": "An organiser does something",
}

SHORT: Final[Mapping[str, str]] = {
    "joined": "somebody joined",
    "result": "a result",
    "state": "opening and closing",
    "act": "what an organiser did",
    PING: "a test",
}

STATES: Final[Mapping[str, str]] = {
    "working": "working",
    "retrying": "being tried again",
    "stopped": "stopped",
}

STATES_OF_DELIVERIES: Final[Mapping[str, str]] = {
    "accepted": "accepted",
    "waiting": "not accepted yet",
    "stopped": "not accepted",
    "failed": "not accepted",
}


@dataclass(frozen=True)
class ShownDelivery:
    """An event that was sent to a webhook, or waits to be sent."""

    delivery: Delivery
    what: str
    state: str


@dataclass(frozen=True)
class ShownHook:
    hook: Hook
    state: str
    told_of: str
    deliveries: list[ShownDelivery]
    """The last deliveries, newest first."""


def shown_hooks(competition: Competition) -> list[ShownHook]:
    """The webhooks, each with its last deliveries."""
    return [_shown_hook(hook) for hook in competition.hooks.all()]


def room_for_more(hooks: list[ShownHook]) -> bool:
    return len(hooks) < MOST_HOOKS


def _shown_hook(hook: Hook) -> ShownHook:
    deliveries = [
        ShownDelivery(each, SHORT[each.type], STATES_OF_DELIVERIES[each.status])
        for each in hook.deliveries.select_related("hook")[:NEWEST]
    ]
    told_of = ", ".join(SHORT[each] for each in hook.events)
    return ShownHook(hook, STATES[hook.state], told_of, deliveries)
