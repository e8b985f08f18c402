"""What a report may show: where an error happened, but never with which values; and one line for an attack.

Local variables hold decks and seeds under the embargo, tokens and names. With
`DEBUG` the page of a fault would show them to whoever is first to find it.
"""

import logging
import traceback
from collections.abc import Iterator
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, Final

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter


class NoValues(SafeExceptionReporterFilter):
    """Hides every local variable and every field that was sent, also with `DEBUG`."""

    def is_active(self, request: HttpRequest | None) -> bool:
        return True

    def get_traceback_frame_variables(self, request: HttpRequest | None, tb_frame: FrameType) -> list[Any]:
        return []


OF_THE_MACHINE: Final = (OSError, OperationalError, InterfaceError)
"""Errors whose texts are about disks, networks and databases. Others may quote a move, a row or a token."""

ROOT: Final = Path(__file__).resolve().parent.parent


class Line(logging.Formatter):
    """An event as one line: an error's kind and where it came from, but never what it quotes."""

    def format(self, record: logging.LogRecord) -> str:
        record = logging.makeLogRecord(vars(record))  # other handlers get theirs as it was
        if isinstance(record.args, tuple):
            record.args = tuple(_said(arg) if isinstance(arg, BaseException) else arg for arg in record.args)
        said = record.getMessage()
        if record.name == "asyncio":  # it goes on with what a task or a callback was given
            said = said.partition("(")[0]
        record.msg, record.args = said.partition("\n")[0], ()
        if record.exc_info and record.exc_info[1] is not None:
            record.msg += f" [Traceback: {' after '.join(map(_told, _chain(record.exc_info[1])))}]"
        record.exc_info = record.exc_text = record.stack_info = None
        return super().format(record)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """The error, and the errors that caused it."""
    while error is not None:
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _told(error: BaseException) -> str:
    """What an error is and which lines of ours it went through, the innermost first."""
    return " < ".join([_said(error), *_places(error.__traceback__)])


def _said(error: BaseException) -> str:
    kind = type(error).__name__
    return f"{kind}: {' '.join(str(error).split())}" if isinstance(error, OF_THE_MACHINE) else kind


def _places(trace: TracebackType | None) -> list[str]:
    frames = list(reversed(traceback.extract_tb(trace)))
    ours = [frame for frame in frames if Path(frame.filename).is_relative_to(ROOT) and not _installed(frame)]
    return [f"{_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in ours or frames[:1]]


def _installed(frame: traceback.FrameSummary) -> bool:
    return "site-packages" in frame.filename


def _short(name: str) -> str:
    path = Path(name)
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name


class OneLine(logging.Filter):
    """Cuts an event's text and leaves out its traceback: for events that strangers cause and fill."""

    LONGEST = 160

    def filter(self, record: logging.LogRecord) -> bool:
        said = record.getMessage()
        if len(said) > self.LONGEST:
            said = f"{said[: self.LONGEST]}…"
        record.msg, record.args = said.replace("\n", " "), ()
        record.exc_info = record.exc_text = None
        return True


class NoStatements(logging.Filter):
    """Drops database statements, which `DEBUG` would log: they have seeds and moves in them."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.levelno > logging.DEBUG
