"""Public identifiers: short enough to read out, random enough to be a secret link."""

import secrets
from typing import TYPE_CHECKING, Any, Final

from django.db import models

ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Digits and lower-case letters, without those that people confuse: 0 o, 1 i l."""

LENGTH: Final = 16
"""Sixteen characters out of 31 are 79 bits: nobody guesses the link of an unlisted competition."""

if TYPE_CHECKING:
    _Text = models.CharField[str, str]
else:
    _Text = models.CharField


def new_id() -> str:
    number = secrets.randbelow(
        len(ALPHABET) ** LENGTH
    )  # one call, because one for each letter takes five times as long
    letters = []
    for _ in range(LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


class PublicIdField(_Text):
    """A random primary key for URLs, which tells neither the age nor the number of rows."""

    def __init__(self, **options: Any) -> None:
        defaults = {"primary_key": True, "max_length": LENGTH, "default": new_id, "editable": False}
        super().__init__(**{**defaults, **options})
