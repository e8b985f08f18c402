"""Add and remove webhooks, send test messages to them, and send deliveries again."""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from ..ledger.acts import record_act
from ..models import Competition, Delivery, Hook, Player
from ..models.hooks import MOST_HOOKS, PING
from ..outbound.webhooks.jobs import ask_for_delivery
from ..outbound.webhooks.messages import store
from ..outbound.webhooks.organiser_events import TYPES, cursor_now
from ..outbound.webhooks.sign import secret_of
from ..outbound.webhooks.targets import BadTarget, target
from ..refusals import Refusal, invalid
from ..translatable import with_facts
from .hold import hold_for

TOO_MANY: Final = ngettext_lazy(
    "A contest has at most %(most)d webhook.",
    "A contest has at most %(most)d webhooks.",
    "most",
)


def add_hook(
    *, competition: Competition, organiser: Player, url: str, events: Collection[str], now: datetime
) -> tuple[Hook, str]:
    """Add a webhook, and return it with the secret that signs its messages. From now on the webhook gets
    events of the types in `events`. If it gets acts, the first one says that the webhook was added.

    Raises `invalid` without events and for an address that cannot be used, and `full` if there are too many
    webhooks.
    """
    try:
        receiver = target(url, private=settings.WEBHOOK_PRIVATE).host
    except BadTarget as fault:
        raise invalid("url", fault.sentence) from None
    if not events:
        raise invalid("events", _("Name at least one."))
    with transaction.atomic():
        competition = hold_for(competition, organiser, now)
        if competition.hooks.count() >= MOST_HOOKS:
            raise Refusal("full", with_facts(TOO_MANY, most=MOST_HOOKS))
        hook = Hook.objects.create(
            competition=competition,
            added_by=organiser,
            url=url,
            receiver=receiver,
            events=[each for each in TYPES if each in events],
            created_at=now,
            cursor=cursor_now(competition, now),
        )
        # The act is recorded after the cursor was read, so that a webhook for acts gets this act first.
        # Entrants can read the act's reason, so the reason is only the host: the rest of the address may
        # contain a secret.
        record_act(competition, act="add_webhook", actor=organiser, reason=receiver, at=now)
    return hook, secret_of(hook.pk)


def remove_hook(*, competition: Competition, organiser: Player, hook: Hook, now: datetime) -> Competition:
    """Remove a webhook and its deliveries. If it was removed already, nothing changes."""
    with transaction.atomic():
        competition = hold_for(competition, organiser, now)
        if competition.hooks.filter(pk=hook.pk).delete()[0]:
            record_act(competition, act="remove_webhook", actor=organiser, reason=hook.receiver, at=now)
    return competition


def remove_hooks_of(*, player: Player) -> None:
    """Remove the webhooks of contests that the player organises alone, since nobody could remove them once
    the player is gone. Webhooks of contests with co-organisers are left to the co-organisers."""
    Hook.objects.filter(competition__organiser=player, competition__shared=False).delete()


def ping(*, competition: Competition, organiser: Player, hook: Hook, now: datetime) -> Delivery:
    """Send a test message without an event, ahead of other deliveries, even to a webhook that has stopped. If
    another test message still waits to be sent, return that one and make no second one."""
    with transaction.atomic():
        competition = hold_for(competition, organiser, now)
        found = competition.hooks.select_for_update().filter(pk=hook.pk).first()
        if found is None:  # the webhook has been removed
            raise Refusal("not_found", _("There is nothing here that you may see."))
        ask_for_delivery()
        waiting = found.deliveries.filter(type=PING, again=True).select_related("hook").first()
        # A ping is stored as accepted, so that no event waits for it.
        return waiting or store(
            found, type=PING, at=now, seq=None, data={}, now=now, accepted_at=now, again=True
        )


def send_again(*, competition: Competition, organiser: Player, delivery: Delivery, now: datetime) -> Delivery:
    """Send a delivery again, with the same id. If it was accepted, it is sent once more. Otherwise it is
    tried now; if sending to its webhook had stopped, sending starts again."""
    with transaction.atomic():
        competition = hold_for(competition, organiser, now)
        hook = competition.hooks.select_for_update().filter(pk=delivery.hook_id).first()
        found = None if hook is None else hook.deliveries.filter(pk=delivery.pk).first()
        if hook is None or found is None:  # the webhook or its delivery has been removed
            raise Refusal("not_found", _("There is nothing here that you may see."))
        if found.accepted_at is not None:
            found.again = True
            found.save(update_fields=["again"])
        else:
            hook.stopped_at, hook.failing_since, hook.failures, hook.next_try_at = None, None, 0, now
            hook.save(update_fields=["stopped_at", "failing_since", "failures", "next_try_at"])
        ask_for_delivery()
    found.hook = hook
    return found
