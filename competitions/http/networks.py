"""The network that an address belongs to: limits by address count it as one caller."""

from collections.abc import Mapping
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Any, Final

HOUSEHOLD: Final = 64
"""How many bits of their IPv6 addresses the devices of one household or customer have in common."""

REMEMBERED: Final = 1024
"""How many addresses a process remembers: those who ask come back."""

Network = IPv4Network | IPv6Network | str


@lru_cache(REMEMBERED)
def network_of(host: str) -> Network:
    """An IPv4 address alone, or the network of an IPv6 address's household; `host` if it is no address."""
    try:
        address = ip_address(host)
    except ValueError:  # a Unix socket has no address
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is None:
            return IPv6Network((int(address), HOUSEHOLD), strict=False)
        address = address.ipv4_mapped
    return IPv4Network(address)


def network_of_scope(scope: Mapping[str, Any]) -> Network:
    """The network that a connection comes from: as the guard found it, or by the connection's own address."""
    known: Network | None = scope.get("evendeal.network")
    return known if known is not None else network_of((scope.get("client") or ("",))[0])
