"""Proofs from the history: its signed head, proofs that a leaf is in the history, and proofs that leaves were
only added."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

import rfc8785
from django.utils.translation import gettext_lazy as _

from ...models import Leaf
from ...refusals import invalid
from ...times import moment
from ..receipts.keys import site_key
from .leaves import result_leaf
from .merkle import Span, consistency_path, inclusion_path, leaf_hash
from .stored_merkle import roots, size_now

Inclusion = dict[str, Any]
"""The proof that a leaf is in the tree of a given size: an object with the keys `leaf`, `size`, `root` and
`proof`. Hashes are in hex."""


def checkpoint(now: datetime) -> dict[str, Any]:
    """Return the current size and root of the tree, signed. The signature covers the canonical JSON of
    `root`, `size` and `time`."""
    size = size_now()
    [root] = roots([Span(0, size)])
    head: dict[str, Any] = {"size": size, "root": root.hex(), "time": moment(now)}
    key = site_key()
    return {**head, "key": key.id, "signature": key.sign(rfc8785.dumps(head))}


def consistency(*, old: int, new: int) -> dict[str, Any]:
    """The proof that the tree of size `new` begins with the tree of size `old`. The proof is empty if `old`
    is 0. Raises `invalid` if `new` is more than the number of leaves, or less than `old`."""
    if new > size_now():
        raise invalid("new", _("There are not so many leaves yet."))
    if old > new:
        raise invalid("old", _("Must be at most `new`."))
    path = roots(consistency_path(old, new)) if old else []
    return {"old": old, "new": new, "proof": [each.hex() for each in path]}


def inclusion(*, leaf: int, size: int) -> Inclusion:
    """The proof that leaf number `leaf` is in the tree of the first `size` leaves. Raises `invalid` if the
    history has fewer leaves than `size`, or if the leaf is not among the first `size` leaves."""
    if size > size_now():
        raise invalid("size", _("There are not so many leaves yet."))
    if leaf >= size:
        raise invalid("leaf", _("Must be below `size`."))
    return _inclusion(leaf, size)


def inclusion_of(receipt: Mapping[str, Any]) -> Inclusion | None:
    """The proof that the result of a receipt is in the current tree. None for a result that is not certified
    or not appended yet, and for a game that does not count."""
    if receipt["state"] != "final":
        return None
    leaf = result_leaf(receipt["competition"]["id"], receipt["player"]["id"], receipt)
    number = Leaf.objects.filter(digest=leaf_hash(leaf)).values_list("number", flat=True).first()
    return None if number is None else _inclusion(number, size_now())


def inclusions(leaves: Sequence[bytes], *, size: int) -> list[Inclusion | None]:
    """For each leaf, the proof that it is in the tree of this size; None for a leaf that is not in it. This
    takes two queries for all leaves."""
    digests = [leaf_hash(leaf) for leaf in leaves]
    stored = Leaf.objects.filter(digest__in=digests, number__lt=size).order_by()
    numbers = {bytes(digest): number for digest, number in stored.values_list("digest", "number")}
    paths = {number: [Span(0, size), *inclusion_path(number, size)] for number in numbers.values()}
    spans = list({span for path in paths.values() for span in path})
    hashes = dict(zip(spans, roots(spans), strict=True))
    found = [numbers.get(digest) for digest in digests]
    return [
        None if number is None else _proof(number, size, [hashes[span] for span in paths[number]])
        for number in found
    ]


def _inclusion(leaf: int, size: int) -> Inclusion:
    return _proof(leaf, size, roots([Span(0, size), *inclusion_path(leaf, size)]))


def _proof(leaf: int, size: int, hashes: Sequence[bytes]) -> Inclusion:
    root, *path = [each.hex() for each in hashes]
    return {"leaf": leaf, "size": size, "root": root, "proof": path}
