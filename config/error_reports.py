"""What the log says about errors: the place of an error, but never any values. Of each kind of error, only
one per minute is logged, so that an attack does not fill the log.

Local variables hold hidden decks and seeds, tokens and names. With `DEBUG`, Django's error page would show
them to any visitor.
"""

import json
import logging
import threading
import time
import traceback
from collections.abc import Callable, ItemsView, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType, TracebackType
from typing import Any, Final

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest
from django.views.debug import SafeExceptionReporterFilter

from config.tracing import REQUEST_ID


class NoValues(SafeExceptionReporterFilter):
    """Hides all local variables and all submitted fields, even with `DEBUG`."""

    def is_active(self, request: HttpRequest | None) -> bool:
        return True

    def get_traceback_frame_variables(
        self, request: HttpRequest | None, tb_frame: FrameType
    ) -> ItemsView[str, Any]:
        return dict[str, Any]().items()


OF_THE_MACHINE: Final = (OSError, OperationalError, InterfaceError)
"""Errors of disks, networks and databases. Only the messages of these errors are logged, because messages of
other errors may quote a move, a row or a token."""

ROOT: Final = Path(__file__).resolve().parent.parent

OUR_ROOMS: Final = ("competitions", "config", "frontend")

LEFT_OUT: Final = "left_out"
"""The name of an attribute of a log record: a text that says how many events of each kind were suppressed
before."""


class LineFormatter(logging.Formatter):
    """Writes an event as one line of JSON, with an error's type and place. The line has the error's message
    only if a disk, the network or the database failed (`OF_THE_MACHINE`).

    The line has `time`, `level`, `logger`, `message`, and `request_id` if a request was being answered.
    """

    def format(self, record: logging.LogRecord) -> str:
        record = logging.makeLogRecord(vars(record))  # change a copy, because other handlers get the original
        if isinstance(record.args, tuple):
            record.args = tuple(
                _error_text(arg) if isinstance(arg, BaseException) else arg for arg in record.args
            )
        said = record.getMessage()
        if record.name == "asyncio":  # leave out the task or the arguments that asyncio quotes
            said = said.partition("(")[0]
        said = said.partition("\n")[0]
        if record.exc_info and record.exc_info[1] is not None:
            said += f" [Traceback: {' after '.join(map(_error_with_places, _chain(record.exc_info[1])))}]"
        line = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": said + getattr(record, LEFT_OUT, ""),
        }
        if (request_id := REQUEST_ID.get()) is not None:
            line["request_id"] = request_id
        return json.dumps(line)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """The error and its causes."""
    while error is not None:
        yield error
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)


def _error_with_places(error: BaseException) -> str:
    """The error's type, its message if a disk, the network or the database failed, and the lines of our code
    that the error passed through, the innermost first."""
    return " < ".join([_error_text(error), *_places(error.__traceback__)])


def _error_text(error: BaseException) -> str:
    name = type(error).__name__
    return f"{name}: {' '.join(str(error).split())}" if isinstance(error, OF_THE_MACHINE) else name


def _places(trace: TracebackType | None) -> list[str]:
    frames = list(reversed(traceback.extract_tb(trace)))
    ours = [frame for frame in frames if Path(frame.filename).is_relative_to(ROOT) and not _installed(frame)]
    return [f"{_short(frame.filename)}:{frame.lineno} {frame.name}" for frame in ours or frames[:1]]


def _installed(frame: traceback.FrameSummary) -> bool:
    return "site-packages" in frame.filename


@dataclass
class EventKind:
    """A kind of event that was logged recently."""

    said: str
    """The logger's name and the message without values."""
    until: float
    """The time, on the monotonic clock, until which more events of this kind are suppressed."""
    left_out: int = 0


class Seldom(logging.Filter):
    """Lets one warning or error of each kind through in a minute; a later line says how many were suppressed.

    With a full disk or without a database, every request fails in the same way and would fill the log. Two
    events are of one kind if their messages differ only in values and their errors are alike. Errors of
    disks, networks and databases are alike if they have one type; other errors must also come from one line
    of code.
    """

    EVERY_S = 60.0
    MOST_KINDS = 500
    """How many kinds are counted apart at most; all others count as one kind."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self.clock = clock
        self.kinds: dict[object, EventKind] = {}
        self.changing = threading.Lock()

    def filter(self, record: logging.LogRecord) -> bool:
        if record.levelno < logging.WARNING:
            return True
        key, now = _kind(record), self.clock()
        with self.changing:
            if key not in self.kinds and len(self.kinds) >= self.MOST_KINDS:
                key = None
            kind = self.kinds.get(key)
            if kind is not None and now < kind.until:
                kind.left_out += 1
                return False
            setattr(record, LEFT_OUT, self._said_of_those_before(now))
            self.kinds[key] = EventKind(" ".join(filter(None, _message(record))), now + self.EVERY_S)
        return True

    def _said_of_those_before(self, now: float) -> str:
        """Return a text that says how many events were suppressed of each kind whose minute is over; empty if
        none were. These kinds are then forgotten."""
        over = {key: kind for key, kind in self.kinds.items() if kind.until <= now}
        for key in over:
            del self.kinds[key]
        counts = [f"{kind.left_out} x {kind.said}" for kind in over.values() if kind.left_out]
        return f" [left out before: {'; '.join(counts)}]" if counts else ""


def _kind(record: logging.LogRecord) -> object:
    error = record.exc_info[1] if record.exc_info else None
    place = None if error is None or isinstance(error, OF_THE_MACHINE) else _raised_at(error)
    return *_message(record), type(error), place


def _message(record: logging.LogRecord) -> tuple[str, str]:
    """The logger's name and the message without its values. If a library has put the values in already, the
    message is left out, because it may contain a stranger's words."""
    foreign = record.name.partition(".")[0] not in OUR_ROOMS and not record.args
    return record.name, "" if foreign else str(record.msg).partition("\n")[0]


def _raised_at(error: BaseException) -> tuple[str, int] | None:
    """The innermost line of our code that the error passed through. It is found without reading any file."""
    place, trace = None, error.__traceback__
    while trace is not None:
        name = trace.tb_frame.f_code.co_filename
        if name.startswith(str(ROOT)) and "site-packages" not in name:
            place = name, trace.tb_lineno
        trace = trace.tb_next
    return place


def _short(name: str) -> str:
    path = Path(name)
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else path.name


class OneLine(logging.Filter):
    """Shortens an event to one line without a traceback. It is for events that strangers can cause in any
    number."""

    LONGEST = 160

    def filter(self, record: logging.LogRecord) -> bool:
        said = record.getMessage()
        if len(said) > self.LONGEST:
            said = f"{said[: self.LONGEST]}…"
        record.msg, record.args = said.replace("\n", " "), ()
        record.exc_info = record.exc_text = None
        return True


class NoStatements(logging.Filter):
    """Drops log lines with database statements. `DEBUG` would log them with the seeds and moves in them."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.levelno > logging.DEBUG
