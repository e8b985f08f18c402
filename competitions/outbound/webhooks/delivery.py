"""Delivering events to webhooks, one after another. Each event is sent again until the receiver accepts it.
No row is locked while an event is sent.

A webhook has a cursor, which is its place in the list of events, and at most one delivery that is not
accepted yet. The cursor and the delivery are stored before sending, and the answer afterwards. If a worker
dies in between, another worker sends the delivery again, with the same id.
"""

import logging
import time
from collections.abc import Iterator
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from ...jobs.work import LONGEST_JOB_S
from ...models import Delivery, Hook, Notice, NoticeType
from ..notices.notify import notify
from .http_post import ReceiversAnswer, post
from .messages import body_now, store
from .no_answer import NoReceiversAnswer
from .organiser_events import ListStep, steps_for
from .retries import next_try
from .sign import signed
from .targets import target
from .turns import Lane

logger = logging.getLogger(__name__)

QUICK_S: Final = 2.0
"""A receiver counts as slow if the last try to send it an event took longer than this many seconds."""

GONE: Final = 410
"""The status code by which a receiver asks for no more messages."""

TRIED: Final = ("attempts", "tried_at", "again", "status_code", "answer", "failure", "accepted_at")
"""The columns of a delivery that a try changes."""


def deliver_due(lane: Lane, hook: Hook) -> None:
    """Deliver to a leased webhook until nothing is left, the receiver does not accept a message, or the slice
    of time is over. Must be called outside of a transaction."""
    end = time.monotonic() + LONGEST_JOB_S
    steps = steps_for(hook, timezone.now())
    while (delivery := _next(lane, hook, steps, timezone.now())) is not None:
        began = time.monotonic()
        answer = _send(delivery, timezone.now())
        slow = time.monotonic() - began > QUICK_S
        accepted = _store_answer(lane, delivery, answer, slow, timezone.now())
        if accepted is None or time.monotonic() >= end:
            break
        hook = accepted
    lane.release(hook)


def _next(lane: Lane, hook: Hook, steps: Iterator[ListStep], now: datetime) -> Delivery | None:
    """Return the delivery to send now; None if there is none. `hook` must be freshly read.

    First comes a ping, or an accepted delivery that an organiser sends again, even if the webhook is stopped.
    Then comes the delivery that is not accepted yet, once its next try is due. If there is no delivery of
    either kind and the webhook is not stopped, the next event is stored as a new delivery.
    """
    if (again := hook.deliveries.filter(again=True).last()) is not None:
        return again
    if hook.stopped_at is not None:
        return None
    if hook.next_try_at is not None:
        return hook.deliveries.filter(accepted_at=None).first() if hook.next_try_at <= now else None
    return _next_event(lane, hook, steps, now)


def _next_event(lane: Lane, hook: Hook, steps: Iterator[ListStep], now: datetime) -> Delivery | None:
    """Store a delivery of the next event that the webhook wants, and move the webhook's cursor to the place
    after the event. Return the delivery; None if no wanted event is left, or if this job has lost its lease
    of the webhook."""
    for each in steps:
        mine = lane.mine(hook).filter(cursor=each.before)
        if each.event is not None:
            with transaction.atomic():
                if not mine.update(cursor=each.cursor, next_try_at=now):
                    return None
                return store(hook, **each.event._asdict(), now=now)
        looked = {} if each.looked is None else {"looked": each.looked}
        if not mine.update(cursor=each.cursor, **looked):
            return None
    return None


def _send(delivery: Delivery, now: datetime) -> ReceiversAnswer | NoReceiversAnswer:
    """Send a delivery. Return the answer, or the reason why no answer came."""
    private = settings.WEBHOOK_PRIVATE
    try:
        to = target(delivery.hook.url, private=private)
        body = body_now(delivery)
        headers = signed(delivery.hook_id, delivery.pk, body, now)
        return post(to, body.encode(), headers, private=private)
    except NoReceiversAnswer as fault:  # such as BadTarget, if the site's settings forbid this address by now
        return fault


def _store_answer(
    lane: Lane, delivery: Delivery, answer: ReceiversAnswer | NoReceiversAnswer, slow: bool, now: datetime
) -> Hook | None:
    """Store the outcome of a try to send a delivery. Return the webhook, freshly read, if the outcome is
    stored and the receiver accepted the delivery; otherwise None.

    Nothing is stored if this job has lost its lease of the webhook, if the delivery was deleted, or if the
    receiver has accepted it from another worker.
    """
    accepted = isinstance(answer, ReceiversAnswer) and answer.accepts
    with transaction.atomic():
        hook = lane.mine(delivery.hook).select_for_update().first()
        found = None if hook is None else hook.deliveries.filter(pk=delivery.pk).first()
        if hook is None or found is None:
            return None
        was_accepted = found.accepted_at is not None
        if was_accepted and not found.again:  # Another worker sent the delivery first.
            return None
        found.attempts += 1
        found.tried_at, found.again = now, False
        if isinstance(answer, ReceiversAnswer):
            found.status_code, found.answer, found.failure = answer.status, answer.text, None
        else:
            found.status_code, found.answer = None, ""
            found.failure = {"code": answer.code, "facts": answer.facts}
        if accepted and not was_accepted:
            found.accepted_at = now
        found.save(update_fields=TRIED)
        hook.slow = slow
        if accepted and not was_accepted:
            hook.failures, hook.failing_since, hook.next_try_at = 0, None, None
        elif not was_accepted:
            _put_off(hook, found, now)
        hook.save(update_fields=["slow", "failures", "failing_since", "next_try_at", "stopped_at"])
    return hook if accepted else None


def _put_off(hook: Hook, delivery: Delivery, now: datetime) -> None:
    """Schedule the next try. If no try is left, or the receiver is gone, stop the webhook."""
    hook.failures += 1
    hook.failing_since = hook.failing_since or now
    at = next_try(hook.failing_since, hook.failures, now)
    if at is None or delivery.status_code == GONE:
        hook.stopped_at, hook.next_try_at = now, None
        logger.warning("webhook %s is stopped: nothing was accepted for too long", hook.pk)
        _tell_organiser(hook, now)
    else:
        hook.next_try_at = at


def _tell_organiser(hook: Hook, now: datetime) -> None:
    """Notify the organiser that the webhook was stopped. Each stop gets a notice of its own."""
    competition = hook.competition
    if competition.organiser_id is not None:
        notice = Notice(
            player_id=competition.organiser_id,
            type=NoticeType.WEBHOOK,
            key=f"{hook.pk} {now.isoformat()}",
            competition=competition,
            facts={"webhook": hook.pk},
            at=now,
        )
        notify([notice])
