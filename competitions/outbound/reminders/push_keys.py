"""The keys with which the site signs what it sends to push services (VAPID, RFC 8292). A browser is bound to
the key that was current when it asked for reminders."""

import base64
import hashlib
from dataclasses import dataclass
from typing import Final

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from django.conf import settings

from ...derived_keys import derived_keys

SALT: Final = "competitions.reminders.push_keys"

P256_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""The order of the curve P-256 (FIPS 186). A private key is a number from 1 to one less than this."""


@dataclass(frozen=True)
class PushKey:
    private: ec.EllipticCurvePrivateKey

    @property
    def public(self) -> bytes:
        """The public half, in the form that browsers expect."""
        point = PublicFormat.UncompressedPoint
        return self.private.public_key().public_bytes(Encoding.X962, point)

    @property
    def id(self) -> str:
        return hashlib.sha256(self.public).hexdigest()[:16]


def push_key() -> PushKey:
    """The key with which the site now signs what it sends to push services. A browser that asks for reminders
    now is bound to this key."""
    return push_keys()[0]


def push_keys() -> list[PushKey]:
    """All keys with which the site signs what it sends to push services, the current one first. If the
    setting `VAPID_KEY` is given, that key comes first. The other keys are derived from the site's secrets and
    stored nowhere."""
    given = [] if settings.VAPID_KEY is None else [settings.VAPID_KEY]
    derived = [1 + int.from_bytes(key) % (P256_ORDER - 1) for key in derived_keys(SALT, "1")]
    return [PushKey(ec.derive_private_key(number, ec.SECP256R1())) for number in (*given, *derived)]


def public_push_key() -> str:
    """The public half of the current `push_key` in base64url, for the scripts of pages."""
    return base64.urlsafe_b64encode(push_key().public).decode().rstrip("=")
