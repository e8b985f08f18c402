"""The history, which is a Merkle tree of commitments and certified results: its head, and proofs about it."""

import base64

from rest_framework import serializers

from ...models import Leaf
from ..describe import meaning
from ..fields import Moment, Text, Whole
from .resource import RenderedResource, Resource


class HashList(serializers.ListField):
    """A list of hashes of a Merkle tree, from the leaves towards the root."""

    def __init__(self, help_text: str) -> None:
        super().__init__(child=Text(help_text="A hash in hex."), help_text=help_text)


@meaning("The signed head of the history's Merkle tree.")
class CheckpointResource(RenderedResource):
    size = Whole(help_text="How many leaves there are.")
    root = Text(
        help_text="The root of the tree, in hex. The root of an empty tree is the SHA-256 of nothing."
    )
    time = Moment(help_text="When the tree had this size and this root.")
    key = Text(help_text="The id of the key that made the signature.")
    signature = Text(
        help_text="The signature, in base64. What is signed is the object with `root`, `size` and "
        "`time`, written as canonical JSON (RFC 8785)."
    )


@meaning("A leaf of the history.")
class LeafResource(Resource):
    leaf = Whole(source="number", help_text="How many leaves come before this leaf.")
    data = serializers.SerializerMethodField(
        help_text="The content of the leaf: canonical JSON (RFC 8785), in base64."
    )
    hash = serializers.SerializerMethodField(help_text="The hash of the leaf, in hex.")

    def get_data(self, leaf: Leaf) -> str:
        return base64.b64encode(leaf.data).decode()

    def get_hash(self, leaf: Leaf) -> str:
        return bytes(leaf.digest).hex()


@meaning("The proof that a leaf is in the history.")
class InclusionResource(RenderedResource):
    leaf = Whole(help_text="How many leaves come before this leaf.")
    size = Whole(help_text="The size of the tree that the leaf is in.")
    root = Text(help_text="The root of that tree, in hex.")
    proof = HashList(help_text="The audit path of the leaf (RFC 6962, 2.1.1).")


@meaning("The proof that leaves were only added to the history between two sizes.")
class ConsistencyResource(RenderedResource):
    old = Whole(help_text="The size of the smaller tree.")
    new = Whole(help_text="The size of the larger tree, which begins with the smaller tree.")
    proof = HashList(
        help_text="The consistency proof (RFC 6962, 2.1.2); empty if `old` is 0 or equals `new`."
    )
