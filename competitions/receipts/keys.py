"""The key that a site signs receipts with."""

import base64
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.utils.crypto import salted_hmac

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
        """It follows from the public key: who has that knows which receipts it is for."""
        return sha256(self.public).hexdigest()[:16]

    def sign(self, said: bytes) -> str:
        return in_base64(self.private.sign(said))


def site_key() -> Key:
    """The site's key. It follows from the site's own secret and is stored nowhere."""
    secret = salted_hmac(SALT, "1", algorithm="sha256").digest()
    return Key(Ed25519PrivateKey.from_private_bytes(secret))


def keys_json() -> dict[str, list[dict[str, str]]]:
    """What receipts are checked with, for everyone."""
    key = site_key()
    return {"keys": [{"id": key.id, "algorithm": ALGORITHM, "public": in_base64(key.public)}]}


def in_base64(data: bytes) -> str:
    return base64.b64encode(data).decode()
