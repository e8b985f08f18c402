"""Merkle trees of RFC 6962, without a database: how leaves are hashed, and which hashes are needed for a
proof.

An appended leaf completes a subtree of one leaf, and each larger subtree that ends with the leaf. A complete
subtree never changes, so its hash is stored with its last leaf. Every hash of a proof can be computed from a
few stored hashes, however many leaves there are.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Final, NamedTuple

EMPTY: Final = sha256().digest()
"""The root of the tree without leaves."""


class Subtree(NamedTuple):
    """A complete subtree. It has 2 ** `level` leaves, and comes after `before` subtrees of the same size."""

    level: int
    before: int

    @property
    def last_leaf(self) -> int:
        """The number of the leaf that completes the subtree."""
        return ((self.before + 1) << self.level) - 1


class Span(NamedTuple):
    """The leaves from `start` up to, but not including, `end`. A span is a whole tree, or one of the parts
    into which RFC 6962 splits a tree."""

    start: int
    end: int

    @property
    def subtrees(self) -> list[Subtree]:
        """The complete subtrees of the span, from left to right."""
        found, start = [], self.start
        while start < self.end:
            level = (self.end - start).bit_length() - 1
            found.append(Subtree(level, start >> level))
            start += 1 << level
        return found

    @property
    def middle(self) -> int:
        """The number of the first leaf of the right part when the span is split. The left part has as many
        leaves as the largest power of two that is less than the length of the span."""
        return self.start + (1 << (self.end - self.start - 1).bit_length() - 1)


def leaf_hash(leaf: bytes) -> bytes:
    return sha256(b"\0" + leaf).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    return sha256(b"\1" + left + right).digest()


def span_hash(span: Span, hashes: Mapping[Subtree, bytes]) -> bytes:
    """The root of a span, computed from the hashes of its complete `subtrees`."""
    if span.start == span.end:
        return EMPTY
    *left, root = [hashes[each] for each in span.subtrees]
    for each in reversed(left):
        root = node_hash(each, root)
    return root


class Edge:
    """The right edge of a growing tree: the fewest complete subtrees that make up the tree."""

    def __init__(self, size: int, hashes: Sequence[bytes]) -> None:
        """`hashes` are the hashes of the complete subtrees that make up the first `size` leaves."""
        self.size = size
        self._hashes = list(hashes)

    def append(self, leaf: bytes) -> list[bytes]:
        """Append a leaf. Return the hashes of the subtrees that the leaf completes, the smallest first."""
        completed, left_of_it = [leaf_hash(leaf)], self.size
        while left_of_it & 1:
            completed.append(node_hash(self._hashes.pop(), completed[-1]))
            left_of_it >>= 1
        self._hashes.append(completed[-1])
        self.size += 1
        return completed


def inclusion_path(leaf: int, size: int) -> list[Span]:
    """The spans whose roots prove that a leaf is in the tree of this size (RFC 6962, 2.1.1), from the leaf
    upwards. The leaf itself is not among them."""
    tree, path = Span(0, size), []
    while tree.end - tree.start > 1:
        left, right = _halves(tree)
        tree, beside = (left, right) if leaf < left.end else (right, left)
        path.append(beside)
    return path[::-1]


def consistency_path(old: int, new: int) -> list[Span]:
    """The spans whose roots prove that the tree of size `new` begins with the tree of size `old` (RFC 6962,
    2.1.2). Requires 0 < `old` <= `new`."""
    tree, path, whole = Span(0, new), [], True
    while old < tree.end:
        left, right = _halves(tree)
        goes_left = old <= left.end
        tree, beside = (left, right) if goes_left else (right, left)
        whole = whole and goes_left
        path.append(beside)
    if not whole:
        path.append(tree)  # a verifier knows the root of the old tree, but not the root of this part
    return path[::-1]


def _halves(tree: Span) -> tuple[Span, Span]:
    return Span(tree.start, tree.middle), Span(tree.middle, tree.end)
