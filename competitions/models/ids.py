"""Public identifiers: short enough to read aloud, and random enough to be the secret in a link."""

import secrets
from typing import TYPE_CHECKING, Any, Final

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Digits and lower-case letters, without the characters that people confuse: 0, o, 1, i and l."""

LENGTH: Final = 16
"""The length of an id. Sixteen of 31 characters are 79 random bits, so nobody can guess the link of an
unlisted competition."""

if TYPE_CHECKING:
    _Text = models.CharField[str, str]
else:
    _Text = models.CharField


def new_id() -> str:
    # One call chooses all letters, because one call for each letter takes five times as long.
    number = secrets.randbelow(len(ALPHABET) ** LENGTH)
    letters = []
    for _ in range(LENGTH):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


class PublicIdField(_Text):
    """A random primary key for URLs. The key reveals neither the age of a row nor the number of rows."""

    def __init__(self, **options: Any) -> None:
        defaults = {"primary_key": True, "max_length": LENGTH, "default": new_id, "editable": False}
        super().__init__(**{**defaults, **options})

    def db_type(self, connection: BaseDatabaseWrapper) -> str | None:
        """The type of the column, and of each column that refers to it, by its full name.

        To a key that is a `varchar`, Django adds a second index for LIKE, which nobody asks of an id. These
        indexes took 400 bytes a game.
        """
        return f"character varying({self.max_length})"
