"""The keys that a site signs receipts and checkpoints with, whose public halves stay listed."""

import base64
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db.models import F
from django.utils import timezone

from ...derived_keys import derived_keys
from ...jobs.watches import Lookout, watch
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
        """It follows from the public key: whoever has that key knows which receipts it is for."""
        return sha256(self.public).hexdigest()[:16]

    def sign(self, said: bytes) -> str:
        return in_base64(self.private.sign(said))


def site_key() -> Key:
    """The key that the site signs with today."""
    return site_keys()[0]


def site_keys() -> list[Key]:
    """One for each secret of the site that is still good: today's first. Of the keys themselves nothing is
    stored, of what they are checked with everything: see `note_keys`."""
    return [Key(Ed25519PrivateKey.from_private_bytes(each)) for each in derived_keys(SALT, "1")]


def keys_of_secrets() -> list[dict[str, Any]]:
    """What receipts of these days are checked with, as `keys_json` tells it, without asking the database."""
    return [_told(PublicKey(pk=key.id, public=key.public)) for key in site_keys()]


def keys_json() -> dict[str, list[dict[str, Any]]]:
    """What receipts are checked with, for everyone: today's key and all before it, the last one first."""
    kept = {key.pk: key for key in PublicKey.objects.order_by(F("last_used_at").desc(nulls_last=True), "pk")}
    told = {key.id: PublicKey(pk=key.id, public=key.public) for key in site_keys()} | kept
    return {"keys": [_told(told[id]) for id in told]}


def _told(key: PublicKey) -> dict[str, Any]:
    return {
        "id": key.pk,
        "algorithm": ALGORITHM,
        "public": in_base64(bytes(key.public)),
        "first_used_at": moment(key.first_used_at),
        "last_used_at": moment(key.last_used_at),
    }


def note_keys(now: datetime) -> None:
    """Write down the keys of the site's secrets that are not there yet, and that today's is used."""
    known = [PublicKey(pk=key.id, public=key.public) for key in site_keys()]
    PublicKey.objects.bulk_create(known, ignore_conflicts=True)
    today = PublicKey.objects.filter(pk=site_key().id)
    today.filter(first_used_at=None).update(first_used_at=now)
    today.update(last_used_at=now)


def watch_keys() -> Lookout:
    """Write them down now, and again and again, as long as the process lives."""
    lookout = watch("keys of receipts", LOOK_EVERY_S, lambda: note_keys(timezone.now()))
    lookout.wake()
    return lookout


def in_base64(data: bytes) -> str:
    return base64.b64encode(data).decode()
