"""Security headers of every answer: of Django's, of probes, of refusals, and of failed handshakes.

Django's middlewares set the headers whose values differ from page to page. Only Twisted's empty answer to
broken HTTP has no security headers.
"""

from collections.abc import Iterable
from typing import Final

from django.conf import settings

AnswerHeaders = Iterable[tuple[bytes, bytes]]

POLICY: Final = b"Content-Security-Policy"

USED_BY_NOBODY: Final = (
    *("accelerometer", "browsing-topics", "camera", "display-capture", "encrypted-media", "geolocation"),
    *("gyroscope", "hid", "magnetometer", "microphone", "midi", "payment", "serial", "usb"),
    "xr-spatial-tracking",
)
"""The features of browsers that no page of this site uses, by their names in `Permissions-Policy`."""

ALWAYS: Final[AnswerHeaders] = (
    (b"X-Content-Type-Options", b"nosniff"),
    (b"Referrer-Policy", b"same-origin"),
    (b"Cross-Origin-Opener-Policy", b"same-origin"),
    (b"Cross-Origin-Resource-Policy", b"same-origin"),
    (b"Permissions-Policy", ", ".join(f"{name}=()" for name in USED_BY_NOBODY).encode()),
)
"""The headers of every answer except 304, after which the client uses the headers in its cache. Only static
files have another resource policy, because other sites may show them: see `config.static_files`."""

NO_PAGE: Final[AnswerHeaders] = (
    (POLICY, b"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
    (b"X-Frame-Options", b"DENY"),
)
"""The headers for an answer without a policy of its own: the answer may load nothing, and no frame may show
it."""


def missing_headers(headers: AnswerHeaders = (), *, secure: bool = False) -> list[tuple[bytes, bytes]]:
    """The security headers that an answer with these headers lacks. `secure` says whether its connection to
    the client is encrypted."""
    named = {name.lower() for name, _ in headers}
    wanted = [*ALWAYS, *(() if POLICY.lower() in named else NO_PAGE)]
    if secure and settings.SECURE_HSTS_SECONDS:
        wanted.append((b"Strict-Transport-Security", _hsts()))
    return [(name, value) for name, value in wanted if name.lower() not in named]


def _hsts() -> bytes:
    subdomains = "; includeSubDomains" if settings.SECURE_HSTS_INCLUDE_SUBDOMAINS else ""
    return f"max-age={settings.SECURE_HSTS_SECONDS}{subdomains}".encode()
