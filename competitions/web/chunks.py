"""Streamed answers of any length. They take little memory, and are made as fast as the client reads."""

from collections.abc import AsyncIterator, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, Final, TypeVar, cast

from channels.db import database_sync_to_async
from django.http import StreamingHttpResponse
from django.utils.translation import get_language, override

T = TypeVar("T")

AT_ONCE: Final = 2
"""How many chunks a process makes at the same time. Other chunks wait."""

in_chunk_thread = partial(
    database_sync_to_async,
    thread_sensitive=False,
    executor=ThreadPoolExecutor(AT_ONCE, thread_name_prefix="streaming"),
)


class ChunkedAnswer(StreamingHttpResponse):
    """An answer in chunks, in the language in which it was begun. Each chunk is made only after the previous
    one was sent.

    Django's own class would make all chunks before it sends the first. Each chunk may be made by another
    thread, so the iterator of chunks must not keep a cursor of the database open between two chunks. While a
    chunk is sent, the answer holds no connection to the database.
    """

    def __init__(self, chunks: Iterable[str | bytes], **named: Any) -> None:
        super().__init__(_in_language(iter(chunks), get_language()), **named)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        chunks = iter(self)
        while (chunk := await in_chunk_thread(_next)(chunks)) is not None:
            yield chunk


def _in_language(chunks: Iterator[T], language: str) -> Iterator[T]:
    """The chunks, each made in this language, whichever thread asks for it."""
    end = object()
    while True:
        with override(language):
            chunk = next(chunks, end)
        if chunk is end:
            return
        yield cast(T, chunk)


def _next(chunks: Iterator[bytes]) -> bytes | None:
    return next(chunks, None)
