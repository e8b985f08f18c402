"""What an error report may show: where it happened, never with which values.

Local variables hold decks and seeds under the embargo, tokens and names. With
`DEBUG` the page of a fault would show them to whoever is first to find it.
"""

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
