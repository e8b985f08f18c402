"""The site's history: leaves that are appended and never changed, the rounds whose results go there, and the
keys that sign it and receipts."""

from typing import Final

from django.db import models
from django.db.models import F, Q

from .competitions import Round
from .leases import Due

HASH_BYTES: Final = 32
KEY_BYTES: Final = 32
LONGEST_KEY_ID: Final = 16


class Leaf(models.Model):
    """One line of the history, and a leaf of its Merkle tree.

    The database refuses gaps, doubles, and the deletion of any leaf but the last.
    """

    number = models.PositiveBigIntegerField(primary_key=True)
    """How many leaves are before it."""
    before = models.ForeignKey(
        "self", on_delete=models.PROTECT, related_name="+", db_index=False, null=True, blank=True
    )
    """The leaf before it; null for the first."""
    data = models.BinaryField()
    """Its content: canonical JSON (RFC 8785)."""
    digest = models.BinaryField(max_length=HASH_BYTES, unique=True)
    """Its hash in the tree."""
    subtrees = models.BinaryField()
    """The hashes of the subtrees that it completes, the smallest first: of the leaf alone, of the last two
    leaves, of the last four, and so on, as long as a subtree begins at a multiple of its size."""

    class Meta:
        ordering = ("number",)
        verbose_name_plural = "leaves"
        constraints = (
            models.CheckConstraint(
                condition=Q(number=0, before=None) | Q(before__isnull=False, number=F("before") + 1),
                name="leaf_follows_the_one_before",
            ),
        )

    def __str__(self) -> str:
        return f"leaf {self.number}"


class CertifiedRound(Due):
    """A round of a certified competition, whose results are or will be leaves of the history."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True, related_name="certified")
    up_to = models.PositiveBigIntegerField(default=0)
    """The event up to which results are appended, in order."""

    class Meta:
        indexes = (models.Index(fields=("round",), condition=Q(due=True), name="certified_round_due"),)

    def __str__(self) -> str:
        return f"certified round {self.round_id}"


class PublicKey(models.Model):
    """A public key that this site signs or has signed with. It stays after its secret is gone, so that old
    signatures can be checked."""

    id = models.CharField(max_length=LONGEST_KEY_ID, primary_key=True)
    """The id of the key in receipts, which follows from the key."""
    public = models.BinaryField(max_length=KEY_BYTES)
    first_used_at = models.DateTimeField(null=True, blank=True)
    """When it was first seen as the signing key; null if it was replaced before this was recorded."""
    last_used_at = models.DateTimeField(null=True, blank=True)
    """When it was last seen as the signing key."""

    def __str__(self) -> str:
        return f"key {self.id}"
