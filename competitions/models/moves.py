"""A column that holds the moves of a game."""

import json
import zlib
from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

if TYPE_CHECKING:
    _Binary = models.BinaryField[list[str], list[str]]
else:
    _Binary = models.BinaryField


class MovesField(_Binary):
    """A list of moves, stored as compressed JSON. The moves of a game repeat each other, so this takes less
    than a third of their text. PostgreSQL itself compresses only rows of more than 2 kB, and games are
    shorter."""

    def from_db_value(self, value: Any, expression: Any, connection: BaseDatabaseWrapper) -> list[str] | None:
        moves: list[str] | None = None if value is None else json.loads(zlib.decompress(value))
        return moves

    def get_prep_value(self, value: Any) -> bytes | None:
        return None if value is None else zlib.compress(json.dumps([*value]).encode())
