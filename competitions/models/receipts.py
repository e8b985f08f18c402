"""The public keys that the site signed receipts and checkpoints with."""

from typing import Final

from django.db import models

KEY_BYTES: Final = 32
LONGEST_ID: Final = 16


class PublicKey(models.Model):
    """A key that this site signs with or has signed with. It stays, so that what it signed can still be
    checked when its secret is forgotten."""

    id = models.CharField(max_length=LONGEST_ID, primary_key=True)
    """What follows from the key, as receipts name it."""
    public = models.BinaryField(max_length=KEY_BYTES)
    first_used_at = models.DateTimeField(null=True, blank=True)
    """When it was first known to be the one that signs; null if that was over before any was noted."""
    last_used_at = models.DateTimeField(null=True, blank=True)
    """When it was last known to be."""

    def __str__(self) -> str:
        return f"key {self.id}"
