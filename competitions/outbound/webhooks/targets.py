"""The URLs that are allowed for a webhook."""

import re
from ipaddress import ip_address
from typing import Final, NamedTuple

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from ...models.hooks import LONGEST_URL
from ...translatable import Translatable, with_facts
from .addresses import is_public

PARTS: Final = re.compile(
    r"(?P<scheme>https?)://"
    r"(?P<host>\[[0-9a-f:.]+\]|[a-z0-9.-]+)"
    r"(?::(?P<port>[0-9]{1,5}))?"
    r"(?P<path>/[\w.~!$&'()*+,;=:@%/-]*)?"
    r"(?P<query>\?[\w.~!$&'()*+,;=:@%/?-]*)?",
    re.ASCII | re.IGNORECASE,
)
"""The parts of an allowed URL, which has no user name, no password and no fragment."""

LIKE_THIS: Final = _(
    "Must be like https://example.org/hook, in ASCII (international names as xn--…), "
    "with no user name and no #."
)

TOO_LONG: Final = ngettext_lazy(
    "Must be at most %(most)d character.", "Must be at most %(most)d characters.", "most"
)

NOT_PUBLIC: Final = _("Must be a public address.")

NAME: Final = re.compile(
    r"(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])"
)
"""An allowed host name. It has a dot, and its last part begins with a letter, so unusual spellings of IPv4
addresses are not host names."""

ON_THIS_NETWORK: Final = (".localhost", ".local", ".internal", ".home.arpa", ".lan")

OWN_PORTS: Final = range(1024, 65536)
"""The allowed ports besides 443. Lower ports belong to mail and other services."""


class BadTarget(ValueError):
    """The URL is not allowed for a webhook. `sentence` tells why."""

    def __init__(self, sentence: Translatable) -> None:
        super().__init__(sentence)
        self.sentence = sentence


class Target(NamedTuple):
    """The host, port and path to which messages are posted."""

    secure: bool
    host: str
    """The host name, or an IP address without brackets."""
    port: int
    path: str
    """The path of the URL, with its query."""
    authority: str
    """The value of the Host header: the host in lower case, and the port if the URL has one."""


def target(url: str, *, private: bool) -> Target:
    """Return the target of `url`. Raises BadTarget if the URL is not allowed.

    `private` also allows http, all ports and private addresses. Host names are looked up at each sending, not
    here.
    """
    if len(url) > LONGEST_URL:
        raise BadTarget(with_facts(TOO_LONG, most=LONGEST_URL))
    found = PARTS.fullmatch(url)
    if found is None:
        raise BadTarget(LIKE_THIS)
    secure = found["scheme"].lower() == "https"
    if not secure and not private:
        raise BadTarget(_("Must begin with https://."))
    host = found["host"].lower().strip("[]")
    port = int(found["port"] or (443 if secure else 80))
    if not private:
        _require_public(host)
    if not (private and 0 < port < 65536) and port != 443 and port not in OWN_PORTS:
        raise BadTarget(_("Its port must be 443, or from 1024 to 65535."))
    path = (found["path"] or "/") + (found["query"] or "")
    authority = found["host"].lower() + (f":{port}" if found["port"] else "")
    return Target(secure, host, port, path, authority)


def _require_public(host: str) -> None:
    if NAME.fullmatch(host):
        if f".{host}".endswith(ON_THIS_NETWORK):
            raise BadTarget(NOT_PUBLIC)
        return
    try:
        ip_address(host)
    except ValueError:
        raise BadTarget(_("Its host is no name that can be looked up.")) from None
    if not is_public(host):
        raise BadTarget(NOT_PUBLIC)
