"""The URLs that are allowed for a webhook."""

import re
from ipaddress import ip_address
from typing import Final, NamedTuple

from ...models.hooks import LONGEST_URL
from .addresses import is_public
from .no_answer import NoReceiversAnswer

PARTS: Final = re.compile(
    r"(?P<scheme>https?)://"
    r"(?P<host>\[[0-9a-f:.]+\]|[a-z0-9.-]+)"
    r"(?::(?P<port>[0-9]{1,5}))?"
    r"(?P<path>/[\w.~!$&'()*+,;=:@%/-]*)?"
    r"(?P<query>\?[\w.~!$&'()*+,;=:@%/?-]*)?",
    re.ASCII | re.IGNORECASE,
)
"""A pattern of allowed URLs, with a named group for each part of a URL: scheme, host, port, path and query.
An allowed URL has no user name, no password and no fragment."""

NAME: Final = re.compile(
    r"(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])"
)
"""A pattern of allowed host names. An allowed name has a dot, and its last part begins with a letter. So
unusual spellings of IPv4 addresses do not match."""

ON_THIS_NETWORK: Final = (".localhost", ".local", ".internal", ".home.arpa", ".lan")

OWN_PORTS: Final = range(1024, 65536)
"""The allowed ports besides 443. Lower ports belong to mail and other services."""


class BadTarget(NoReceiversAnswer):
    """The URL is not allowed, so nothing is sent to it."""


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
        raise BadTarget("url_too_long", most=LONGEST_URL)
    found = PARTS.fullmatch(url)
    if found is None:
        raise BadTarget("no_url")
    secure = found["scheme"].lower() == "https"
    if not secure and not private:
        raise BadTarget("not_https")
    host = found["host"].lower().strip("[]")
    port = int(found["port"] or (443 if secure else 80))
    if not private:
        _require_public(host)
    if not (private and 0 < port < 65536) and port != 443 and port not in OWN_PORTS:
        raise BadTarget("bad_port")
    path = (found["path"] or "/") + (found["query"] or "")
    authority = found["host"].lower() + (f":{port}" if found["port"] else "")
    return Target(secure, host, port, path, authority)


def _require_public(host: str) -> None:
    if NAME.fullmatch(host):
        if f".{host}".endswith(ON_THIS_NETWORK):
            raise BadTarget("not_public")
        return
    try:
        ip_address(host)
    except ValueError:
        raise BadTarget("bad_host") from None
    if not is_public(host):
        raise BadTarget("not_public")
