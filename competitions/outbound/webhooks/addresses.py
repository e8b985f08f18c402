"""The network addresses to which a webhook may post: only public ones.

`NOT_PUBLIC` follows IANA's registries of special addresses. Python's `is_global` is not used, because its
list differs from version to version. IPv6 addresses that relays forward to IPv4 are not allowed either.
"""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

NOT_PUBLIC: Final = tuple(
    ip_network(block)
    for block in (
        "0.0.0.0/8",  # this host itself
        "10.0.0.0/8",
        "100.64.0.0/10",  # addresses behind a provider's address translation
        "127.0.0.0/8",
        "168.63.129.16/32",  # metadata service of a large cloud provider
        "169.254.0.0/16",  # link-local addresses, with the metadata service of most other cloud providers
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",  # reserved for documentation, like the blocks 198.51.100.0/24 and 203.0.113.0/24
        "192.88.99.0/24",  # relays of 6to4
        "192.168.0.0/16",
        "198.18.0.0/15",  # reserved for benchmarks
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved addresses, and broadcast
        "2001::/23",  # includes Teredo, which relays forward to IPv4
        "2001:db8::/32",  # reserved for documentation, like 3fff::/20
        "2002::/16",  # 6to4, which relays forward to IPv4
        "3fff::/20",
    )
)

PUBLIC_IPV6: Final = ip_network("2000::/3")
"""The block that contains all public IPv6 addresses; `NOT_PUBLIC` lists the parts of it that are not public.
Loopback, private and link-local networks, NAT64 (64:ff9b::/96), and IPv4 addresses written as IPv6 are
outside of it."""


def is_public(text: str) -> bool:
    """Whether `text` is a public IP address; False if it is no IP address."""
    try:
        address: IPv4Address | IPv6Address = ip_address(text)
    except ValueError:
        return False
    if address.version == 6 and address not in PUBLIC_IPV6:
        return False
    return not any(address in block for block in NOT_PUBLIC)
