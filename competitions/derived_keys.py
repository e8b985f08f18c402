"""Keys that follow from the site's secret, each for one purpose. None of them is stored.

`SECRET_KEY` is today's secret. What was made with one of `SECRET_KEY_FALLBACKS` stays good as long as it is
listed there; what is made anew is made with today's.
"""

import hashlib
import hmac

from django.conf import settings


def derived_key(purpose: str, of: str) -> bytes:
    """The key for this purpose, and of this thing, by today's secret."""
    return derived_keys(purpose, of)[0]


def derived_keys(purpose: str, of: str, *, algorithm: str = "sha256") -> list[bytes]:
    """The same key by every secret that is still good: today's first. Its length is that of the algorithm."""
    return [
        hmac.digest(hashlib.new(algorithm, f"{purpose}{secret}".encode()).digest(), of.encode(), algorithm)
        for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    ]
