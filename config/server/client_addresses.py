"""The network of a connection's client, for the limits."""

from collections.abc import Iterable

from competitions.web.networks import Network, client_of, network_of

Headers = Iterable[tuple[bytes, bytes]]


def is_for_proxies(name: bytes) -> bool:
    """Whether a header (in small letters) is one that only a proxy in front may set."""
    return name in (b"forwarded", b"x-real-ip") or name.startswith(b"x-forwarded-")


def network_of_client(peer: str, headers: Headers, trusted_proxies: int) -> Network:
    """The network of a connection's client; `headers` has names in small letters."""
    forwarded = b",".join(value for name, value in headers if name == b"x-forwarded-for")
    return network_of(client_of(peer, forwarded.decode("latin-1"), trusted_proxies))
