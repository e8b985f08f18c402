"""Answers that are written as they are read: of any length, in little memory, for readers of any speed."""

from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final

from asgiref.sync import sync_to_async
from channels.db import database_sync_to_async
from django.db import connection
from django.http import StreamingHttpResponse

AT_ONCE: Final = 2
"""Chunks that a process makes at the same time, for all such answers together; the others wait in line."""

in_thread = partial(
    database_sync_to_async,
    thread_sensitive=False,
    executor=ThreadPoolExecutor(AT_ONCE, thread_name_prefix="streaming"),
)


class Stream(StreamingHttpResponse):
    """An answer each of whose chunks is made once the one before it has been taken.

    Django would gather all of them in a list first. A chunk is made by whatever
    thread is free, so nothing of the database may stay open from one to the
    next: while a chunk is on its way there is not even a connection.
    """

    async def __aiter__(self) -> AsyncIterator[bytes]:
        await sync_to_async(_leave_database)()  # as the view did not, in this request's own thread
        chunks = iter(self.streaming_content)
        while (chunk := await in_thread(next)(chunks, None)) is not None:
            yield chunk


def _leave_database() -> None:
    connection.close()
