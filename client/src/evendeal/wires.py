"""Carrying steps out with threads: each wire belongs to one conversation, and waits where it has to."""

from __future__ import annotations

import ssl
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import cache
from typing import Any, TypeVar

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.sync.client import ClientConnection, connect

from evendeal.talk_steps import (
    Exchange,
    Hear,
    HttpAnswer,
    Lost,
    More,
    Open,
    Pause,
    Request,
    Say,
    Talk,
    TalkStep,
)

T = TypeVar("T")

NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.UnsupportedProtocol)
"""Errors after which it is certain that the other side got nothing."""

SOCKET_ERRORS = (OSError, TimeoutError, ConnectionClosed, InvalidHandshake, InvalidURI)

SOCKETS: dict[str, Any] = {
    "open_timeout": 20.0,
    "close_timeout": 1.0,
    "max_size": 1 << 20,
    "compression": None,
}
"""How sockets are opened."""


@cache
def trusted() -> ssl.SSLContext:
    """The authorities that are trusted: read once, because that takes longer than many a call."""
    return httpx.create_ssl_context()


def failure_of(error: Exception) -> Lost:
    """What a failed step came to."""
    why = str(error) or type(error).__name__
    if isinstance(error, ConnectionClosed):
        code, reason = (error.rcvd.code, error.rcvd.reason) if error.rcvd else (None, "")
        return Lost(reason or why, code=code)
    return Lost(why, arrived=not isinstance(error, NOT_SENT))


def as_sent(http: httpx.Client | httpx.AsyncClient, request: Request) -> httpx.Request:
    return http.build_request(
        request.method, request.url, headers=dict(request.headers), content=request.body
    )


def answer_of(response: httpx.Response, body: bytes) -> HttpAnswer:
    return HttpAnswer(response.status_code, dict(response.headers), body)


def socket_url(site: str, url: str) -> str:
    """`ws` for `http`, `wss` for `https`."""
    return site.replace("http", "ws", 1) + url


class Wire:
    """Has one streamed answer and one socket at a time."""

    def __init__(self, site: str, http: httpx.Client) -> None:
        self._site, self._http = site, http
        self._open = ExitStack()
        self._pieces: Iterator[bytes] = iter(())
        self._socket: ClientConnection | None = None

    def run(self, talk: Talk[T]) -> T:
        """Carry a conversation to its end; gives what it returns and raises what it raises."""
        came: Any = None
        try:
            while True:
                came = self._do(talk.send(came))
        except StopIteration as end:
            outcome: T = end.value
            return outcome

    def close(self) -> None:
        self._open.close()
        self._socket = None

    def _do(self, step: TalkStep) -> Any:
        match step:
            case Pause(seconds):
                time.sleep(seconds)
                return None
            case Exchange(request, streamed):
                return self._exchange(request, streamed)
        try:
            match step:
                case More():
                    return next(self._pieces, None)
                case Open(url):
                    self.close()
                    opening = connect(socket_url(self._site, url), **SOCKETS)
                    self._socket = self._open.enter_context(opening)
                    return None
            assert self._socket is not None
            if isinstance(step, Say):
                return self._socket.send(step.text)
            assert isinstance(step, Hear)
            return self._socket.recv(step.within_s)
        except (httpx.TransportError, *SOCKET_ERRORS) as error:
            return failure_of(error)

    def _exchange(self, request: Request, streamed: bool) -> HttpAnswer | Lost:
        try:
            response = self._http.send(as_sent(self._http, request), stream=True)
            if streamed and response.is_success:
                self._open.callback(response.close)
                self._pieces = response.iter_bytes()
                return answer_of(response, b"")
            try:
                return answer_of(response, response.read())
            finally:
                response.close()
        except httpx.TransportError as error:
            return failure_of(error)
