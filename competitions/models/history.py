"""The leaves of the site's history, appended once and never changed, and which rounds' results are to be."""

from typing import Final

from django.db import models
from django.db.models import F, Q

from .competitions import Round

HASH_BYTES: Final = 32


class Leaf(models.Model):
    """One line of the history, with its place in the Merkle tree.

    No gap can be stored, no leaf twice, and none but the last can be deleted: the database refuses it.
    """

    number = models.PositiveBigIntegerField(primary_key=True)
    """How many leaves there were before it."""
    before = models.ForeignKey(
        "self", on_delete=models.PROTECT, related_name="+", db_index=False, null=True, blank=True
    )
    """The leaf before it; null for the first."""
    data = models.BinaryField()
    """What it says: canonical JSON (RFC 8785)."""
    digest = models.BinaryField(max_length=HASH_BYTES, unique=True)
    """Its hash in the tree, by which it is found."""
    subtrees = models.BinaryField()
    """The hashes of the subtrees that it completes, the smallest first: that of the leaf alone, of the last
    two leaves, of the last four, and so on, as long as these begin at a multiple of their number."""

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


class CertifiedRound(models.Model):
    """A round of a certified competition, whose results are leaves of the history, or are to be."""

    round = models.OneToOneField(Round, on_delete=models.CASCADE, primary_key=True, related_name="certified")
    due = models.BooleanField(default=True)
    """Whether any is still to be appended: for the first time, or again because of a ban."""
    version = models.PositiveIntegerField(default=1)
    """How often that was asked for. What is noted of an earlier version counts for nothing."""
    up_to = models.PositiveBigIntegerField(default=0)
    """The results are appended in the order of their events, as far as this one."""

    class Meta:
        indexes = (models.Index(fields=("round",), condition=Q(due=True), name="certified_round_due"),)

    def __str__(self) -> str:
        return f"certified round {self.round_id}"
