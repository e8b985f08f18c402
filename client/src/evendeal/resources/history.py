"""The history of commitments and results, its proofs, and the published files for researchers."""

from __future__ import annotations

from typing import TypedDict


class Checkpoint(TypedDict):
    """The signed head of the history."""

    size: int
    root: str
    """The root of the Merkle tree, in hex."""
    time: str
    key: str
    signature: str
    """The signature, in base64. What is signed is an object with `root`, `size` and `time`, written as
    canonical JSON (RFC 8785)."""


class Leaf(TypedDict):
    leaf: int
    """The number of leaves before this one."""
    data: str
    """The content of the leaf: canonical JSON, in base64."""
    hash: str
    """The hash of the leaf, in hex."""


class Inclusion(TypedDict):
    """The proof that a leaf is in the history of a given size."""

    leaf: int
    size: int
    root: str
    proof: list[str]


class Consistency(TypedDict):
    """The proof that the history of size `new` begins with that of size `old`."""

    old: int
    new: int
    proof: list[str]


class DumpFile(TypedDict):
    name: str
    url: str
    bytes: int


class Dump(TypedDict):
    """All public competitions whose results were certified in a month, as files."""

    month: str
    license: str | None
    """`CC0-1.0` if the owner of the site released the files under it; else None."""
    files: list[DumpFile]
