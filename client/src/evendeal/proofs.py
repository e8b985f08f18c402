"""Checks the proofs of a Merkle tree as RFC 9162 describes, with the hashes of RFC 6962."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

EMPTY = sha256().digest()
"""The root of the tree without leaves."""


def leaf_hash(leaf: bytes) -> bytes:
    """The hash of a leaf in the tree."""
    return sha256(b"\0" + leaf).digest()


def proves_inclusion(digest: bytes, leaf: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether the proof leads from `digest`, the hash of the leaf with this number, to the root of the tree
    of this size (RFC 9162, 2.1.3.2).

    >>> proves_inclusion(leaf_hash(b"a"), 0, 1, [], leaf_hash(b"a"))
    True
    >>> proves_inclusion(leaf_hash(b"a"), 0, 1, [], leaf_hash(b"b"))
    False
    """
    if not 0 <= leaf < size:
        return False
    at, last, found = leaf, size - 1, digest
    for each in proof:
        if last == 0:
            return False
        if at & 1 or at == last:
            found = _node(each, found)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            found = _node(found, each)
        at, last = at >> 1, last >> 1
    return last == 0 and found == root


def proves_consistency(old: int, new: int, old_root: bytes, new_root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether the proof shows that the tree of size `new` begins with that of size `old` (RFC 9162, 2.1.4.2).
    Every tree begins with the empty one."""
    if not 0 <= old <= new:
        return False
    if old in (0, new):
        return not proof and old_root == (new_root if old == new else EMPTY)
    path = list(proof)
    if old & (old - 1) == 0:
        path.insert(0, old_root)
    if not path:
        return False
    at, last = old - 1, new - 1
    while at & 1:
        at, last = at >> 1, last >> 1
    was = found = path[0]
    for each in path[1:]:
        if last == 0:
            return False
        if at & 1 or at == last:
            was, found = _node(each, was), _node(each, found)
            while not at & 1 and at:
                at, last = at >> 1, last >> 1
        else:
            found = _node(found, each)
        at, last = at >> 1, last >> 1
    return last == 0 and was == old_root and found == new_root


def _node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()
