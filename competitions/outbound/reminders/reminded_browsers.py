"""Asking for reminders in a browser, and stopping them."""

import base64
import hashlib
import re
from datetime import datetime
from typing import Final
from zoneinfo import ZoneInfo

from cryptography.hazmat.primitives.asymmetric import ec
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from ...models import Player, RemindedBrowser
from ...models.reminders import MOST_REMINDED
from ...people.locks import lock_player
from ...people.sessions import hold_sessions
from ...refusals import Refusal, invalid
from ...times import zones
from ...translatable import with_facts
from ..webhooks.targets import BadTarget
from .push_keys import push_key
from .waking_hours import next_look
from .web_push import push_target

SECRET_BYTES: Final = 16
WRONG_SECRET: Final = ngettext_lazy("Must be %(bytes)d byte.", "Must be %(bytes)d bytes.", "bytes")
ENCODED: Final = re.compile(r"[A-Za-z0-9_-]{1,100}")
"""A pattern of base64url without padding, the form in which browsers write keys."""


def ask_for_reminders(
    *, player: Player, session: str, endpoint: str, public_key: str, secret: str, zone: str, now: datetime
) -> None:
    """Remind the player in the browser of this session, from tomorrow on. An earlier request of this browser
    is replaced. If the player then has too many browsers with reminders, the oldest requests are deleted.

    Raises `invalid` for a public key, a secret, an endpoint or a time zone that no browser sends,
    `unauthenticated` for a session that has ended, and what `lock_player` raises.
    """
    try:
        push_target(endpoint)
    except BadTarget as fault:
        raise invalid("endpoint", fault.sentence) from None
    key, shared = _decoded("p256dh", public_key), _decoded("auth", secret)
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), key)
    except ValueError:
        raise invalid("p256dh", _("Must be a point on the curve P-256.")) from None
    if len(shared) != SECRET_BYTES:
        raise invalid("auth", with_facts(WRONG_SECRET, bytes=SECRET_BYTES))
    if zone not in zones():
        raise invalid("zone", _("Name a time zone as the IANA lists it, such as Europe/Berlin."))
    local = ZoneInfo(zone)
    digest = hashlib.sha256(endpoint.encode()).hexdigest()
    with transaction.atomic():
        lock_player(player)
        if not hold_sessions([session]):
            raise Refusal("unauthenticated", _("Your session has ended."))
        RemindedBrowser.objects.filter(session=session).delete()
        RemindedBrowser.objects.filter(digest=digest).delete()
        RemindedBrowser.objects.create(
            player=player,
            session_id=session,
            endpoint=endpoint,
            digest=digest,
            public_key=key,
            secret=shared,
            site_key=push_key().id,
            zone=zone,
            asked_at=now,
            reminded_on=now.astimezone(local).date(),
            look_at=next_look(now, local),
        )
        newest = reminded_browsers_of(player).order_by("-pk").values_list("pk", flat=True)[:MOST_REMINDED]
        reminded_browsers_of(player).exclude(pk__in=list(newest)).delete()


def _decoded(field: str, text: str) -> bytes:
    if not ENCODED.fullmatch(text):
        raise invalid(field, _("Must be base64url."))
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise invalid(field, _("Must be base64url.")) from None


def reminded_browsers_of(player: Player) -> QuerySet[RemindedBrowser]:
    """The browsers in which the player is reminded."""
    return RemindedBrowser.objects.filter(player=player)


def is_reminded(session: str | None) -> bool:
    """Whether the browser of this session gets reminders."""
    return session is not None and RemindedBrowser.objects.filter(session=session).exists()


def stop_reminders(*, player: Player) -> None:
    """Stop the player's reminders in all browsers."""
    reminded_browsers_of(player).delete()
