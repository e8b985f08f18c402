"""`AsyncWire` carries out the steps in an event loop. Each conversation with the service has its own wire."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from typing import Any, TypeVar

import httpx
from websockets.asyncio.client import ClientConnection, connect

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
from evendeal.wires import SOCKET_ERRORS, SOCKETS, answer_of, as_sent, async_receive, failure_of, socket_url

T = TypeVar("T")


class AsyncWire:
    """Carries out the steps of one conversation. It has at most one streamed answer and one socket at
    a time."""

    def __init__(self, site: str, http: httpx.AsyncClient) -> None:
        self._site, self._http = site, http
        self._open = AsyncExitStack()
        self._pieces: AsyncIterator[bytes] | None = None
        self._socket: ClientConnection | None = None

    async def run(self, talk: Talk[T]) -> T:
        """Carry a conversation to its end. Return what the conversation returns, or raise what it raises."""
        came: Any = None
        try:
            while True:
                came = await self._do(talk.send(came))
        except StopIteration as end:
            outcome: T = end.value
            return outcome

    async def close(self) -> None:
        await self._open.aclose()
        self._socket = None

    async def _do(self, step: TalkStep) -> Any:
        match step:
            case Pause(seconds):
                await asyncio.sleep(seconds)
                return None
            case Exchange(request, streamed):
                return await self._exchange(request, streamed)
        try:
            match step:
                case More():
                    assert self._pieces is not None
                    return await anext(self._pieces, None)
                case Open(url, headers):
                    await self.close()
                    opening = connect(socket_url(self._site, url), additional_headers=headers, **SOCKETS)
                    self._socket = await self._open.enter_async_context(opening)
                    return None
            assert self._socket is not None
            if isinstance(step, Say):
                return await self._socket.send(step.text)
            assert isinstance(step, Hear)
            return await async_receive(self._socket, step.within_s)
        except (httpx.TransportError, *SOCKET_ERRORS) as error:
            return failure_of(error)

    async def _exchange(self, request: Request, streamed: bool) -> HttpAnswer | Lost:
        try:
            response = await self._http.send(as_sent(self._http, request), stream=True)
            if streamed and response.is_success:
                self._open.push_async_callback(response.aclose)
                self._pieces = response.aiter_bytes()
                return answer_of(response, b"")
            try:
                return answer_of(response, await response.aread())
            finally:
                await response.aclose()
        except httpx.TransportError as error:
            return failure_of(error)
