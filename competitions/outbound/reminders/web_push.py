"""Sending a message to a browser by its push service. The message is encrypted (RFC 8291), signed (RFC 8292),
and posted like a webhook's message, but only to public addresses.

The package `pywebpush` would bring two more HTTP clients. The two libraries that it is built on are used
directly.
"""

from datetime import datetime, timedelta
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from django.conf import settings

from ...models import RemindedBrowser
from ..webhooks.http_post import ReceiversAnswer, post
from ..webhooks.no_answer import NoReceiversAnswer
from ..webhooks.targets import BadTarget, Target, target
from .push_keys import push_keys

SIGNED_FOR: Final = timedelta(hours=12)
"""How long a signature is valid. RFC 8292 allows a day."""


def push_target(endpoint: str) -> Target:
    """The target of an endpoint. Raises BadTarget for an address that is not allowed. Private addresses
    are never allowed, even where webhooks may have them, and IPv6 addresses are not allowed either."""
    to = target(endpoint, private=False)
    if ":" in to.host:
        raise BadTarget("no_name")
    return to


def push(
    browser: RemindedBrowser, message: bytes, *, until: datetime, now: datetime
) -> ReceiversAnswer | NoReceiversAnswer:
    """Send a message, and return the answer of the push service, or the reason why none came. If the browser
    is offline, the push service keeps the message, but not longer than `until`. Must not be called in a
    transaction."""
    # These are imported here, since importing them would delay the start of every process.
    import http_ece
    from py_vapid import Vapid02

    key = next((each for each in push_keys() if each.id == browser.site_key), None)
    if key is None:
        return NoReceiversAnswer("key_gone")
    try:
        to = push_target(browser.endpoint)
    except BadTarget as fault:
        return fault
    claims = {
        "aud": f"https://{to.authority}",
        "exp": int((now + SIGNED_FOR).timestamp()),
        "sub": f"mailto:{settings.DEFAULT_FROM_EMAIL}",
    }
    encrypted = http_ece.encrypt(
        message,
        private_key=ec.generate_private_key(ec.SECP256R1()),
        dh=bytes(browser.public_key),
        auth_secret=bytes(browser.secret),
        version="aes128gcm",
    )
    headers = {
        **Vapid02(key.private).sign(claims),
        "Content-Type": "application/octet-stream",
        "Content-Encoding": "aes128gcm",
        "TTL": str(max(0, int((until - now).total_seconds()))),
    }
    try:
        return post(to, encrypted, headers, private=False)
    except NoReceiversAnswer as fault:
        return fault
