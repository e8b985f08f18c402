"""RFC 6962 word for word, over all leaves at once: what the tree that is stored in pieces is held against."""

from collections.abc import Sequence
from hashlib import sha256


def root(leaves: Sequence[bytes]) -> bytes:
    """MTH of 2.1."""
    if not leaves:
        return sha256(b"").digest()
    if len(leaves) == 1:
        return sha256(b"\0" + leaves[0]).digest()
    k = _split(len(leaves))
    return sha256(b"\1" + root(leaves[:k]) + root(leaves[k:])).digest()


def path(m: int, leaves: Sequence[bytes]) -> list[bytes]:
    """PATH of 2.1.1."""
    if len(leaves) == 1:
        return []
    k = _split(len(leaves))
    if m < k:
        return [*path(m, leaves[:k]), root(leaves[k:])]
    return [*path(m - k, leaves[k:]), root(leaves[:k])]


def proof(m: int, leaves: Sequence[bytes], whole: bool = True) -> list[bytes]:
    """PROOF, and SUBPROOF, of 2.1.2."""
    if m == len(leaves):
        return [] if whole else [root(leaves)]
    k = _split(len(leaves))
    if m <= k:
        return [*proof(m, leaves[:k], whole), root(leaves[k:])]
    return [*proof(m - k, leaves[k:], False), root(leaves[:k])]


def _split(n: int) -> int:
    k = 1
    while 2 * k < n:
        k *= 2
    return k
