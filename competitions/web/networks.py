"""The network of an address. Limits by address count all addresses of a network as one caller."""

import re
from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any, Final

HOUSEHOLD: Final = 64
"""The number of leading bits that the IPv6 addresses of one household or customer share."""

REMEMBERED: Final = 1024
"""How many addresses a process remembers with their networks. Most callers come again."""

LONGEST: Final = 100
"""At most this many characters of a forwarded address are read."""

WITH_PORT: Final = re.compile(r"(?:\[(?P<v6>[^\]]+)\]|(?P<v4>[\d.]+))(?::\d{1,5})?|(?P<bare>.+)", re.ASCII)
"""A pattern of addresses as proxies write them, with or without a port. An IPv6 address before a port is in
brackets."""

Network = IPv4Network | IPv6Network | str


def client_of(peer: str, forwarded: str, trusted_proxies: int) -> str:
    """The client's address: the address in `forwarded` that the outermost trusted proxy saw. In each of these
    cases, it is the peer's address: no proxy is trusted, `forwarded` is empty, or what that proxy wrote is no
    address.

    `forwarded` is the value of `X-Forwarded-For`. Some proxies add a port or quotes to an address. Ports
    and quotes are removed, because with ports each connection would count as another caller.
    """
    if not trusted_proxies or not forwarded:
        return peer
    addresses = forwarded.split(",")
    return _host_in(addresses[-min(trusted_proxies, len(addresses))][:LONGEST]) or peer


def _host_in(text: str) -> str | None:
    """The host in `1.2.3.4`, `1.2.3.4:5`, `2001:db8::1` or `[2001:db8::1]:5`, quoted or not; None for any
    other text."""
    found = WITH_PORT.fullmatch(text.strip().strip('"').strip())
    host = (found["v6"] or found["v4"] or found["bare"]) if found else ""
    try:
        ip_address(host)
    except ValueError:
        return None
    return host


@lru_cache(REMEMBERED)
def network_of(host: str) -> Network:
    """The network of a host: an IPv4 address, the network of an IPv6 household, or the text itself if it is
    no address."""
    try:
        address = ip_address(host)
    except ValueError:  # The peer of a Unix socket has no address.
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is None:
            return IPv6Network((int(address), HOUSEHOLD), strict=False)
        address = address.ipv4_mapped
    return IPv4Network(address)


def network_of_scope(scope: Mapping[str, Any]) -> Network:
    """The client's network, which `config/server/guard` puts into the scope. Without the guard, this is the
    network of the peer's address."""
    known: Network | None = scope.get("evendeal.network")
    return known if known is not None else network_of((scope.get("client") or ("",))[0])
