"""Streamed answers of any length. They take little memory, and are made as fast as the client reads."""

from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

from channels.db import database_sync_to_async
from django.http import StreamingHttpResponse

AT_ONCE: Final = 2
"""How many chunks a process makes at the same time. Other chunks wait."""

in_chunk_thread = partial(
    database_sync_to_async,
    thread_sensitive=False,
    executor=ThreadPoolExecutor(AT_ONCE, thread_name_prefix="streaming"),
)


class ChunkedAnswer(StreamingHttpResponse):
    """An answer in chunks. Each chunk is made only after the previous one was sent.

    Django's own class would make all chunks before it sends the first. Each chunk may be made by another
    thread, so the iterator of chunks must not keep a cursor of the database open between two chunks. While a
    chunk is sent, the answer holds no connection to the database.
    """

    async def __aiter__(self) -> AsyncIterator[bytes]:
        chunks = iter(self)
        while (chunk := await in_chunk_thread(_next)(chunks)) is not None:
            yield chunk


def _next(chunks: Iterator[bytes]) -> bytes | None:
    return next(chunks, None)
