"""The steps of a conversation with the service. Each step is a value that a wire carries out.

A conversation is a generator. It yields steps, is sent their results, and returns the outcome. It neither
waits nor opens anything itself. So the same conversation works with threads and with an event loop, and a
test can carry out the steps as it likes.
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
    """A failed step. `arrived` is whether the service may have received the request.

    `code` is the code with which the service closed the socket; None if no code came.
    """

    why: str
    arrived: bool = True
    code: int | None = None


@dataclass(frozen=True)
class Exchange:
    """Send a request. The result is an HttpAnswer or Lost. If `streamed`, a good answer comes without its
    body, which is then read with `More`."""

    request: Request
    streamed: bool = False


@dataclass(frozen=True)
class More:
    """Read the next piece of a streamed answer: bytes, None at the end, or Lost."""


@dataclass(frozen=True)
class Pause:
    """Wait for `seconds` seconds. The result is None."""

    seconds: float


@dataclass(frozen=True)
class Open:
    """Open a socket in place of the previous one. The result is None or Lost."""

    url: str
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Say:
    """Send a text over the socket. The result is None or Lost."""

    text: str


@dataclass(frozen=True)
class Hear:
    """Wait for the next text from the socket, at most `within_s` seconds. The result is the text or Lost."""

    within_s: float


TalkStep = Exchange | More | Pause | Open | Say | Hear
Talk: TypeAlias = Generator[TalkStep, Any, T]
