"""The key that a site signs receipts with."""

import base64
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from ..derived_keys import derived_keys

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
    """One for each secret of the site that is still good: today's first. They are stored nowhere."""
    return [Key(Ed25519PrivateKey.from_private_bytes(each)) for each in derived_keys(SALT, "1")]


def keys_json() -> dict[str, list[dict[str, str]]]:
    """What receipts are checked with, for everyone: today's key and those before it."""
    return {
        "keys": [
            {"id": key.id, "algorithm": ALGORITHM, "public": in_base64(key.public)} for key in site_keys()
        ]
    }


def in_base64(data: bytes) -> str:
    return base64.b64encode(data).decode()
