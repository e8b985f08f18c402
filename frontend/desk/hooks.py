"""A contest's webhooks, as the desk shows them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from competitions.models import Competition, Delivery, Hook
from competitions.models.hooks import MOST_HOOKS, PING

from ..wording.lists import listed_html

NEWEST: Final = 5
"""How many deliveries of a webhook are shown at most."""

TYPES: Final[Mapping[str, str | Promise]] = {
    "joined": _("Somebody joins"),
    "result": _("There is a result"),
    "state": _("The contest or a round opens or closes"),
    "act": _("An organiser does something"),
}

SHORT: Final[Mapping[str, str | Promise]] = {
    "joined": _("somebody joined"),
    "result": _("a result"),
    "state": _("opening and closing"),
    "act": _("what an organiser did"),
    PING: _("a test"),
}
"""The names of sent messages, for a list or within a sentence."""

WHAT: Final[Mapping[str, str | Promise]] = {
    "joined": _("Somebody joined"),
    "result": _("A result"),
    "state": _("Opening and closing"),
    "act": _("What an organiser did"),
    PING: _("A test"),
}
"""The names of sent messages, at the beginning of a line that also says whether the message was accepted."""

STATES: Final[Mapping[str, str | Promise]] = {
    "working": _("working"),
    "retrying": _("being tried again"),
    "stopped": _("stopped"),
}

STATES_OF_DELIVERIES: Final[Mapping[str, str | Promise]] = {
    "accepted": _("accepted"),
    "waiting": _("not accepted yet"),
    "stopped": _("not accepted"),
    "failed": _("not accepted"),
}


@dataclass(frozen=True)
class ShownDelivery:
    """An event that was sent to a webhook, or waits to be sent."""

    delivery: Delivery
    what: str | Promise
    short: str | Promise
    state: str | Promise


@dataclass(frozen=True)
class ShownHook:
    hook: Hook
    state: str | Promise
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
        ShownDelivery(each, WHAT[each.type], SHORT[each.type], STATES_OF_DELIVERIES[each.status])
        for each in hook.deliveries.select_related("hook")[:NEWEST]
    ]
    told_of = listed_html([SHORT[each] for each in hook.events])
    return ShownHook(hook, STATES[hook.state], told_of, deliveries)
