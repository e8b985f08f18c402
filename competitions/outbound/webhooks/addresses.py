"""The network addresses that a webhook may lead to: public ones alone.

The lists follow the registries of special addresses (IANA) and not Python, whose
own lists differ from version to version. Of IPv6, only blocks for
public use are allowed, and none that lead on to an IPv4 address.
"""

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import Final

NOT_PUBLIC: Final = tuple(
    ip_network(block)
    for block in (
        "0.0.0.0/8",  # this host
        "10.0.0.0/8",
        "100.64.0.0/10",  # behind a provider's address translation
        "127.0.0.0/8",
        "168.63.129.16/32",  # metadata of machines at a large provider
        "169.254.0.0/16",  # link-local: metadata at most other providers
        "172.16.0.0/12",
        "192.0.0.0/24",
        "192.0.2.0/24",  # documentation, as two below
        "192.88.99.0/24",  # relays of 6to4
        "192.168.0.0/16",
        "198.18.0.0/15",  # benchmarks
        "198.51.100.0/24",
        "203.0.113.0/24",
        "224.0.0.0/4",  # multicast
        "240.0.0.0/4",  # reserved, and broadcast
        "2001::/23",  # among them Teredo
        "2001:db8::/32",  # documentation, as one below
        "2002::/16",  # 6to4
        "3fff::/20",
    )
)

PUBLIC_IPV6: Final = ip_network("2000::/3")
"""It excludes loopback, private and link-local networks, NAT64 (64:ff9b::/96), and IPv4 written as IPv6."""


def is_public(text: str) -> bool:
    """Whether `text`, from a look-up of a name, is a public address; False if it is no address."""
    try:
        address: IPv4Address | IPv6Address = ip_address(text)
    except ValueError:
        return False
    if address.version == 6 and address not in PUBLIC_IPV6:
        return False
    return not any(address in block for block in NOT_PUBLIC)
