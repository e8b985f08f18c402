"""The address that a connection belongs to, for the limits."""

from collections.abc import Iterable

Headers = Iterable[tuple[bytes, bytes]]


def is_for_proxies(name: bytes) -> bool:
    """Whether a header (in small letters) is one that only a proxy in front may set."""
    return name in (b"forwarded", b"x-real-ip") or name.startswith(b"x-forwarded-")


def client_of(peer: str, headers: Headers, trusted_proxies: int) -> str:
    """The client's address: the peer's, or the one that trusted proxies give. Throttles do the same."""
    said = b",".join(value for name, value in headers if name == b"x-forwarded-for")
    if not trusted_proxies or not said:
        return peer
    addresses = said.decode("latin-1").split(",")
    return addresses[-min(trusted_proxies, len(addresses))].strip()
