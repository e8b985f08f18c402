# Made by client/generate.py from async_wires.py: edit that.
"""`Wire` carries out the steps in the calling thread. Each conversation with the service has its own wire."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, TypeVar

import httpx
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
from evendeal.wires import SOCKET_ERRORS, SOCKETS, answer_of, as_sent, failure_of, socket_url, sync_receive

T = TypeVar("T")


class Wire:
    """Carries out the steps of one conversation. It has at most one streamed answer and one socket at
    a time."""

    def __init__(self, site: str, http: httpx.Client) -> None:
        self._site, self._http = site, http
        self._open = ExitStack()
        self._pieces: Iterator[bytes] | None = None
        self._socket: ClientConnection | None = None

    def run(self, talk: Talk[T]) -> T:
        """Carry a conversation to its end. Return what the conversation returns, or raise what it raises."""
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
                    assert self._pieces is not None
                    return next(self._pieces, None)
                case Open(url, headers):
                    self.close()
                    opening = connect(socket_url(self._site, url), additional_headers=headers, **SOCKETS)
                    self._socket = self._open.enter_context(opening)
                    return None
            assert self._socket is not None
            if isinstance(step, Say):
                return self._socket.send(step.text)
            assert isinstance(step, Hear)
            return sync_receive(self._socket, step.within_s)
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
