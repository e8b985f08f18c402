"""The public keys of receipts and checkpoints."""

from typing import Final

from django.db import models

KEY_BYTES: Final = 32
LONGEST_ID: Final = 16


class PublicKey(models.Model):
    """A public key that this site signs or has signed with. It stays after its secret is gone, so that old
    signatures can be checked."""

    id = models.CharField(max_length=LONGEST_ID, primary_key=True)
    """The id of the key in receipts, which follows from the key."""
    public = models.BinaryField(max_length=KEY_BYTES)
    first_used_at = models.DateTimeField(null=True, blank=True)
    """When it was first seen as the signing key; null if it was replaced before this was recorded."""
    last_used_at = models.DateTimeField(null=True, blank=True)
    """When it was last seen as the signing key."""

    def __str__(self) -> str:
        return f"key {self.id}"
