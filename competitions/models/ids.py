"""Public identifiers: short enough to read aloud, and random enough to be the secret in a link."""

import secrets
from typing import TYPE_CHECKING, Any, Final

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

ALPHABET: Final = "23456789abcdefghjkmnpqrstuvwxyz"
"""Digits and lower-case letters, without the characters that people confuse: 0, o, 1, i and l."""

LENGTH: Final = 16
"""The length of an id. With 31 choices for each character, an id has 79 random bits, so nobody can guess the
link of an unlisted competition."""

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
        """The type of the column, and of foreign keys to the column. The type is not called `varchar`.

        If the type were called `varchar`, Django would add a second index, which serves LIKE. No query
        applies LIKE to an id, and these indexes took 400 bytes for each game.
        """
        return f"character varying({self.max_length})"
