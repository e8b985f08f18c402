"""The Merkle tree of the history, as the database stores it. Each function takes at most two queries. A proof
needs at most twice as many rows as the tree's size has binary digits."""

from collections.abc import Iterable, Mapping, Sequence

from ...models import Leaf
from ...models.history import HASH_BYTES
from .merkle import Edge, Span, Subtree, span_hash


def size_now() -> int:
    """The number of stored leaves."""
    last = Leaf.objects.order_by("-number").values_list("number", flat=True).first()
    return 0 if last is None else last + 1


def edge() -> Edge:
    """The right edge of the stored tree, to which leaves can be appended."""
    size = size_now()
    subtrees = Span(0, size).subtrees
    hashes = _hashes(subtrees)
    return Edge(size, [hashes[each] for each in subtrees])


def roots(spans: Sequence[Span]) -> list[bytes]:
    """The root of each span. All leaves of the spans must be stored."""
    hashes = _hashes(subtree for span in spans for subtree in span.subtrees)
    return [span_hash(span, hashes) for span in spans]


def _hashes(subtrees: Iterable[Subtree]) -> Mapping[Subtree, bytes]:
    wanted = list(subtrees)
    rows = Leaf.objects.filter(number__in={each.last_leaf for each in wanted}).order_by()
    stored = dict(rows.values_list("number", "subtrees"))
    return {
        each: bytes(stored[each.last_leaf][each.level * HASH_BYTES : (each.level + 1) * HASH_BYTES])
        for each in wanted
    }
