"""The site's history, a Merkle tree to which leaves are only appended. This module has the tables of leaves,
of rounds whose results become leaves, and of public keys that check the site's signatures."""

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

    The database refuses gaps, duplicates, and the deletion of any leaf but the last.
    """

    number = models.PositiveBigIntegerField(primary_key=True)
    """How many leaves come before this leaf."""
    before = models.ForeignKey(
        "self", on_delete=models.PROTECT, related_name="+", db_index=False, null=True, blank=True
    )
    """The leaf before this leaf; null for the first leaf."""
    data = models.BinaryField()
    """The content of the leaf: canonical JSON (RFC 8785)."""
    digest = models.BinaryField(max_length=HASH_BYTES, unique=True)
    """The hash of the leaf in the Merkle tree."""
    subtrees = models.BinaryField()
    """The hashes of the subtrees that this leaf completes, as one string of bytes. The first subtree is the
    leaf itself, and each further subtree has twice as many leaves as the one before."""

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
    """A round of a certified competition. Its results are or will be leaves of the history."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True, related_name="certified")
    up_to = models.PositiveBigIntegerField(default=0)
    """The number of the last event whose result is in the history; 0 if there is none yet. Results are
    appended in the order of events."""

    class Meta:
        indexes = (models.Index(fields=("round",), condition=Q(due=True), name="certified_round_due"),)

    def __str__(self) -> str:
        return f"certified round {self.round_id}"


class PublicKey(models.Model):
    """A public key of this site, current or former. The row stays after the secret key is gone, so that old
    signatures can be checked."""

    id = models.CharField(max_length=LONGEST_KEY_ID, primary_key=True)
    """The id of the key in receipts. It is computed from the key."""
    public = models.BinaryField(max_length=KEY_BYTES)
    first_used_at = models.DateTimeField(null=True, blank=True)
    """When the key was first seen as the signing key; null for a key that was replaced before the site
    recorded such times."""
    last_used_at = models.DateTimeField(null=True, blank=True)
    """When the key was last seen as the signing key."""

    def __str__(self) -> str:
        return f"key {self.id}"
