"""Finds the network of a client. Limits apply to each network."""

from collections.abc import Iterable

from competitions.web.networks import Network, client_of, network_of

Headers = Iterable[tuple[bytes, bytes]]


def is_for_proxies(name: bytes) -> bool:
    """Whether only a proxy in front of the server may set this header. `name` is in lower case."""
    return name in (b"forwarded", b"x-real-ip") or name.startswith(b"x-forwarded-")


def network_of_client(peer: str, headers: Headers, trusted_proxies: int) -> Network:
    """The network of a client. The names in `headers` are in lower case."""
    forwarded = b",".join(value for name, value in headers if name == b"x-forwarded-for")
    return network_of(client_of(peer, forwarded.decode("latin-1"), trusted_proxies))
