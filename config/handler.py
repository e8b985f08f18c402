"""Django's ASGI handler, changed so that a request stays in one thread from its first middleware to its
answer."""

import asyncio
import re
from collections.abc import AsyncIterator
from functools import partial
from io import BytesIO
from typing import Any, Final

from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler
from django.core.signals import request_started
from django.db import close_old_connections
from django.http import FileResponse, HttpResponseBase

from competitions.outages import close_connection
from competitions.web.browser_language import accept_language
from competitions.web.chunks import in_chunk_thread
from competitions.web.networks import network_of_scope
from competitions.web.turns import TURNS, Busy, Turns

from .server.cheap_refusals import busy
from .sqlite import reads_only

PIECE: Final = 256 * 1024
"""How many bytes of a file are read at once."""

PARSED: Final = (b"accept", b"content-type")
"""The headers whose parameters Django parses."""
ENCODED: Final = re.compile(rb";[^,;=]*\*")
"""The pattern of a parameter whose name says that its value is encoded by RFC 2231, as in
`text/plain; charset*=utf-8''x`."""


class TurnsHandler(ASGIHandler):
    """Answers each request in a thread of `Turns`, and frees the thread before the answer is sent.

    All our HTTP code is synchronous. Django's own handler would start a thread for each request, switch to
    this thread three times, and keep it while the client reads. If a client leaves while its request waits,
    the request is dropped; a request that has begun is finished.
    """

    def __init__(self, turns: Turns = TURNS) -> None:
        super().__init__()
        self._turns = turns

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        answering = asyncio.ensure_future(self._answer(scope, body, send))
        # the only message that can still come says that the client has left
        leaving = asyncio.ensure_future(receive())
        try:
            await asyncio.wait((answering, leaving), return_when=asyncio.FIRST_COMPLETED)
        finally:
            leaving.cancel()
            answering.cancel()
            await asyncio.wait((answering, leaving))
        if not answering.cancelled():
            answering.result()

    async def read_body(self, receive: Any) -> BytesIO:
        """Return the body of the request, in memory. `server.guard` lets only small bodies through. Raises
        RequestAborted if the client leaves."""
        body = BytesIO()
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise RequestAborted
            body.write(message.get("body", b""))
            if not message.get("more_body"):
                body.seek(0)
                return body

    async def _answer(self, scope: Any, body: BytesIO, send: Any) -> None:
        try:
            response = await self._turns.run(network_of_scope(scope), partial(self._respond, scope, body))
        except Busy:
            refusal = busy(scope["path"], accepts=accept_language(scope["headers"]))
            for message in refusal.messages():
                await send(message)
            return
        try:
            await self.send_response(response, send)
        finally:
            if not response.closed:
                await in_chunk_thread(response.close)()

    def _respond(self, scope: Any, body: BytesIO) -> HttpResponseBase:
        """Make the answer, in a thread. An answer other than a stream is then closed, which frees its files
        and database connections. A stream frees only its database connections."""
        request_started.send(sender=type(self), scope=scope)
        request, refusal = self.create_request(_without_encoded(scope), body)
        if request is not None:
            request.META.pop("HTTP_RANGE", None)  # files here are too small to be sent in ranges
        response = refusal if request is None else self.get_response(request)
        assert response is not None
        if isinstance(response, FileResponse) and response.file_to_stream is not None:
            response.streaming_content = _in_pieces(response)
        elif response.streaming:
            close_old_connections()  # Django would close the connections only after sending
            return response
        response.close()
        if reads_only():
            close_connection()  # it can never write; the connection of the next request perhaps can
        return response


def _without_encoded(scope: Any) -> Any:
    """The scope without the `PARSED` headers that have encoded parameters. No client needs such parameters,
    and some of the parameters make Django raise errors that no handler catches."""
    headers = [each for each in scope["headers"] if each[0] not in PARSED or not ENCODED.search(each[1])]
    return {**scope, "headers": headers}


def _in_pieces(response: FileResponse) -> AsyncIterator[bytes]:
    """The content of a file, in pieces. The file is open only while a piece is read, because readers may be
    slow and many."""
    file: Any = response.file_to_stream
    path, end = file.name, int(response["Content-Length"])
    first = _piece(path, 0, end)

    async def pieces() -> AsyncIterator[bytes]:
        yield first
        for at in range(PIECE, end, PIECE):
            yield await in_chunk_thread(_piece)(path, at, end)

    return pieces()


def _piece(path: str, start: int, end: int) -> bytes:
    with open(path, "rb") as file:
        file.seek(start)
        return file.read(min(PIECE, end - start))
