"""What is told of the history: its signed head, and the proofs that a leaf is in it and that it only grew."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import rfc8785

from ...models import Leaf
from ...refusals import invalid
from ...times import moment
from ..receipts.keys import site_key
from .leaves import result_leaf
from .merkle import Span, consistency_path, inclusion_path, leaf_hash
from .stored_merkle import roots, size_now

Inclusion = dict[str, Any]
"""The proof that a leaf is in the tree of a size: `{leaf, size, root, proof}`."""


def checkpoint(now: datetime) -> dict[str, Any]:
    """The size and the root of the tree as it is now, signed: the signature is over the canonical JSON of
    `root`, `size` and `time`."""
    size = size_now()
    [root] = roots([Span(0, size)])
    said: dict[str, Any] = {"size": size, "root": root.hex(), "time": moment(now)}
    key = site_key()
    return {**said, "key": key.id, "signature": key.sign(rfc8785.dumps(said))}


def consistency(*, old: int, new: int) -> dict[str, Any]:
    """The proof that the tree of one size is the beginning of that of another; raises `invalid` for a size
    that there is not yet. Every tree begins with the empty one, so there the proof is empty."""
    if new > size_now():
        raise invalid("new", "There are not so many leaves yet.")
    if old > new:
        raise invalid("old", "Must be at most `new`.")
    path = roots(consistency_path(old, new)) if old else []
    return {"old": old, "new": new, "proof": [each.hex() for each in path]}


def inclusion(*, leaf: int, size: int) -> Inclusion:
    """The proof that a leaf is in the tree of a size; raises `invalid` if there is no such tree, or if it has
    no such leaf."""
    if size > size_now():
        raise invalid("size", "There are not so many leaves yet.")
    if leaf >= size:
        raise invalid("leaf", "Must be below `size`.")
    return _inclusion(leaf, size)


def inclusion_of(receipt: Mapping[str, Any]) -> Inclusion | None:
    """The proof that what a receipt says is in the tree as it is now; None if it is not: before the results
    are certified, a moment after that, and for a game that does not count."""
    if receipt["state"] != "final":
        return None
    leaf = result_leaf(receipt["competition"]["id"], receipt["player"]["id"], receipt)
    number = Leaf.objects.filter(digest=leaf_hash(leaf)).values_list("number", flat=True).first()
    return None if number is None else _inclusion(number, size_now())


def inclusions(leaves: Sequence[bytes], *, size: int) -> list[Inclusion | None]:
    """For each of some leaves the proof that it is in the tree of a size, None if it is not; two queries for
    all of them."""
    digests = [leaf_hash(leaf) for leaf in leaves]
    stored = Leaf.objects.filter(digest__in=digests, number__lt=size).order_by()
    numbers = {bytes(digest): number for digest, number in stored.values_list("digest", "number")}
    paths = {number: [Span(0, size), *inclusion_path(number, size)] for number in numbers.values()}
    spans = list({span for path in paths.values() for span in path})
    hashes = dict(zip(spans, roots(spans), strict=True))
    found = [numbers.get(digest) for digest in digests]
    return [
        None if number is None else _told(number, size, [hashes[span] for span in paths[number]])
        for number in found
    ]


def _inclusion(leaf: int, size: int) -> Inclusion:
    return _told(leaf, size, roots([Span(0, size), *inclusion_path(leaf, size)]))


def _told(leaf: int, size: int, hashes: Sequence[bytes]) -> Inclusion:
    root, *path = [each.hex() for each in hashes]
    return {"leaf": leaf, "size": size, "root": root, "proof": path}
