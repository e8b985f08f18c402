"""Public identifiers: short enough to read out, random enough to be a secret link."""

import secrets
from typing import Final

from django.db import models

ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Digits and lower-case letters without those that are taken for one another (0 o, 1 i l)."""

LENGTH: Final = 16
"""Sixteen letters of 31 are 79 bits: an unlisted competition is found by its link alone."""


def new_id() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


class PublicIdField(models.CharField):
    """A primary key that may stand in a URL: it tells neither age nor number."""

    def __init__(self, **options):
        defaults = {"primary_key": True, "max_length": LENGTH, "default": new_id, "editable": False}
        super().__init__(**{**defaults, **options})
