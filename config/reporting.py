"""What a report may show: of an error where it happened, never with which values; of an attack one line.

Local variables hold decks and seeds under the embargo, tokens and names. With
`DEBUG` the page of a fault would show them to whoever is first to find it.
"""

import logging
from types import FrameType
from typing import Any

from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter


class NoValues(SafeExceptionReporterFilter):
    """Hides every local variable and every field that was sent, also with `DEBUG`."""

    def is_active(self, request: HttpRequest | None) -> bool:
        return True

    def get_traceback_frame_variables(self, request: HttpRequest | None, tb_frame: FrameType) -> list[Any]:
        return []


class OneLine(logging.Filter):
    """Cuts what an event says short and leaves its traceback out: for those that strangers cause and fill."""

    LONGEST = 160

    def filter(self, record: logging.LogRecord) -> bool:
        said = record.getMessage()
        if len(said) > self.LONGEST:
            said = f"{said[: self.LONGEST]}…"
        record.msg, record.args = said.replace("\n", " "), ()
        record.exc_info = record.exc_text = None
        return True


class NoStatements(logging.Filter):
    """Drops statements for the database, which `DEBUG` would have logged: seeds and moves stand in them."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.levelno > logging.DEBUG
