"""The keys with which a site signs receipts and checkpoints. Their public halves stay listed for ever."""

import base64
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db.models import F
from django.utils import timezone

from ...derived_keys import derived_keys
from ...jobs.watches import Watch, watch
from ...models import PublicKey
from ...times import moment

SALT: Final = "competitions.receipts.keys"

ALGORITHM: Final = "Ed25519"

LOOK_EVERY_S: Final = 3600.0


@dataclass(frozen=True)
class Key:
    private: Ed25519PrivateKey

    @property
    def public(self) -> bytes:
        return self.private.public_key().public_bytes_raw()

    @property
    def id(self) -> str:
        """A hash of the public key, in hex. Receipts name the key that signed them by this id."""
        return sha256(self.public).hexdigest()[:16]

    def sign(self, message: bytes) -> str:
        return in_base64(self.private.sign(message))


def site_key() -> Key:
    """The key with which the site signs now."""
    return site_keys()[0]


def site_keys() -> list[Key]:
    """The signing key derived from each valid secret of the site, the current one first. The keys themselves
    are not stored; `store_keys` stores only their public halves."""
    return [Key(Ed25519PrivateKey.from_private_bytes(each)) for each in derived_keys(SALT, "1")]


def keys_of_secrets() -> list[dict[str, Any]]:
    """The public keys of the valid secrets, in the form of `keys_json`. This makes no query."""
    return [_key_json(PublicKey(pk=key.id, public=key.public)) for key in site_keys()]


def keys_json() -> dict[str, list[dict[str, Any]]]:
    """All public keys that check receipts. The keys of the valid secrets come first, then all earlier keys,
    the most recently used first."""
    last_used_first = PublicKey.objects.order_by(F("last_used_at").desc(nulls_last=True), "pk")
    stored = {key.pk: key for key in last_used_first}
    keys = {key.id: PublicKey(pk=key.id, public=key.public) for key in site_keys()} | stored
    return {"keys": [_key_json(each) for each in keys.values()]}


def _key_json(key: PublicKey) -> dict[str, Any]:
    return {
        "id": key.pk,
        "algorithm": ALGORITHM,
        "public": in_base64(bytes(key.public)),
        "first_used_at": moment(key.first_used_at),
        "last_used_at": moment(key.last_used_at),
    }


def store_keys(now: datetime) -> None:
    """Store the public keys of the valid secrets, and note that the current key is in use now."""
    public_keys = [PublicKey(pk=key.id, public=key.public) for key in site_keys()]
    PublicKey.objects.bulk_create(public_keys, ignore_conflicts=True)
    today = PublicKey.objects.filter(pk=site_key().id)
    today.filter(first_used_at=None).update(first_used_at=now)
    today.update(last_used_at=now)


def watch_keys() -> Watch:
    """Start to store the public keys: now, and then every `LOOK_EVERY_S` seconds until the process ends."""
    key_watch = watch("keys of receipts", LOOK_EVERY_S, lambda: store_keys(timezone.now()))
    key_watch.wake()
    return key_watch


def in_base64(data: bytes) -> str:
    return base64.b64encode(data).decode()
