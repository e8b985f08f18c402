"""What a conversation with the service is made of: single steps, each a value that somebody else carries out.

A conversation is a generator. It yields steps and is sent what came of them; what it returns is the
outcome. It neither waits nor opens anything itself, so that one with threads and one with an event loop
go on in the same way, and a test carries the steps out as it likes.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class Request:
    """An HTTP request. `url` is relative to the site."""

    method: str
    url: str
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None


@dataclass(frozen=True)
class HttpAnswer:
    """An HTTP answer; its header names are in lower case."""

    status: int
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(frozen=True)
class Lost:
    """A step that came to nothing. `arrived` is whether the other side may have got what was sent.

    `code` is that of a socket which the other side has closed, or None.
    """

    why: str
    arrived: bool = True
    code: int | None = None


@dataclass(frozen=True)
class Exchange:
    """Send a request. It comes to an Answer or Lost. Of a good answer, one that is `streamed` has no body:
    that comes with `More`."""

    request: Request
    streamed: bool = False


@dataclass(frozen=True)
class More:
    """Take the next piece of a streamed answer. It comes to bytes, None at the end, or Lost."""


@dataclass(frozen=True)
class Pause:
    """Wait."""

    seconds: float


@dataclass(frozen=True)
class Open:
    """Open a socket in the place of the one before. It comes to None or Lost."""

    url: str


@dataclass(frozen=True)
class Say:
    """Send a text over the socket. It comes to None or Lost."""

    text: str


@dataclass(frozen=True)
class Hear:
    """Wait for the next text from the socket, for so many seconds. It comes to a text or Lost."""

    within_s: float


TalkStep = Exchange | More | Pause | Open | Say | Hear
Talk: TypeAlias = Generator[TalkStep, Any, T]
