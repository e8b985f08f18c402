"""A column that holds the moves of a game."""

import json
from typing import TYPE_CHECKING, Any

from django.db import models
from django.db.backends.base.base import BaseDatabaseWrapper

if TYPE_CHECKING:
    _Text = models.TextField[list[str], list[str]]
else:
    _Text = models.TextField


class MovesField(_Text):
    """A list of moves, stored as a text with a line for each move. A line is what JSON writes between quotes,
    so a move may contain anything. A list in JSON would take a quarter more."""

    def from_db_value(
        self, value: str | None, expression: Any, connection: BaseDatabaseWrapper
    ) -> list[str] | None:
        if not value:
            return None if value is None else []
        moves: list[str] = json.loads('["' + value.removesuffix("\n").replace("\n", '","') + '"]')
        return moves

    def get_prep_value(self, value: Any) -> Any:
        if not isinstance(value, (list, tuple)):
            return super().get_prep_value(value)
        # Within a JSON string a quote follows a backslash, so this is found between strings alone.
        return json.dumps(value)[2:-2].replace('", "', "\n") + "\n" if value else ""
