"""Keys derived from the site's secret, one for each purpose. The keys are not stored.

New things, such as encrypted texts and ETags, are made with the key from `SECRET_KEY`. Things made with an
older secret stay valid while that secret is listed in `SECRET_KEY_FALLBACKS`.
"""

import hashlib
import hmac

from django.conf import settings


def derived_key(purpose: str, of: str) -> bytes:
    """The key for a purpose and a subject (such as an id), derived from `SECRET_KEY`."""
    return derived_keys(purpose, of)[0]


def derived_keys(purpose: str, of: str, *, algorithm: str = "sha256") -> list[bytes]:
    """The keys for a purpose and a subject. There is one for each valid secret, beginning with `SECRET_KEY`.
    A key is as long as a digest of `algorithm`."""
    return [
        hmac.digest(hashlib.new(algorithm, f"{purpose}{secret}".encode()).digest(), of.encode(), algorithm)
        for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    ]
