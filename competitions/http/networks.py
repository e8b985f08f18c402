"""The network that an address belongs to: what limits take for one caller."""

from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

HOUSEHOLD: Final = 64
"""The bits of an IPv6 address that one household or customer has in common."""

Network = IPv4Network | IPv6Network | str


def network_of(host: str) -> Network:
    """An IPv4 address by itself, an IPv6 address with its household; `host` if it is no address."""
    try:
        address = ip_address(host)
    except ValueError:  # a socket of this machine has none
        return host
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped is None:
            return IPv6Network((int(address), HOUSEHOLD), strict=False)
        address = address.ipv4_mapped
    return IPv4Network(address)
