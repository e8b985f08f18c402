"""The keys that a site signs receipts and checkpoints with."""

import base64
from dataclasses import dataclass
from hashlib import sha256
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db.models import F

from ..derived_keys import derived_keys
from ..models import PublicKey
from ..times import moment

SALT: Final = "competitions.receipts.keys"

ALGORITHM: Final = "Ed25519"


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
    stored, of what they are checked with everything: see `known_keys`."""
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


def in_base64(data: bytes) -> str:
    return base64.b64encode(data).decode()
