"""What `Wire` and `AsyncWire` share: the options and addresses of sockets, the making of requests for httpx,
and the results of the steps in `talk_steps`."""

from __future__ import annotations

import asyncio
import ssl
from functools import cache
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection as AsyncConnection
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI
from websockets.sync.client import ClientConnection as SyncConnection

from evendeal.talk_steps import HttpAnswer, Lost, Request

NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.UnsupportedProtocol)
"""Errors after which the service has certainly received nothing."""

SOCKET_ERRORS = (OSError, TimeoutError, ConnectionClosed, InvalidHandshake, InvalidURI)

SOCKETS: dict[str, Any] = {
    "open_timeout": 20.0,
    "close_timeout": 1.0,
    "max_size": 1 << 20,
    "compression": None,
}
"""The options with which sockets are opened."""


@cache
def trusted() -> ssl.SSLContext:
    """The trusted certificate authorities. Reading them takes longer than many calls, so they are read only
    once."""
    return httpx.create_ssl_context()


def failure_of(error: Exception) -> Lost:
    """The result of a step that failed with this error."""
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
    """The address with `ws` for `http` and `wss` for `https`."""
    return site.replace("http", "ws", 1) + url


async def async_receive(socket: AsyncConnection, within_s: float) -> str | bytes:
    """The next message. Raises TimeoutError if none comes within `within_s` seconds."""
    async with asyncio.timeout(within_s):
        return await socket.recv()


def sync_receive(socket: SyncConnection, within_s: float) -> str | bytes:
    """The next message. Raises TimeoutError if none comes within `within_s` seconds."""
    return socket.recv(within_s)
