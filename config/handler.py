"""Django's side of ASGI: a request stays in one thread, from its first middleware to the end of its view."""

from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any, Final

from asgiref.sync import ThreadSensitiveContext, sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, HttpResponseBase

MOST_SPARE: Final = 32
"""How many threads wait for a request at most."""


class OneThreadHandler(ASGIHandler):
    """Goes to a thread once, and leaves that thread to a later request.

    Everything of ours that answers HTTP is synchronous. Django's handler comes
    back to the event loop between middleware and view all the same, and goes to
    the thread again: three hops, each of which waits for its turn on both sides.
    It also starts one thread for each request and another to end that one, and
    the event loop stands still until each of them runs.
    """

    def __init__(self) -> None:
        super().__init__()
        self._spare: list[Executor] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        thread = self._spare.pop() if self._spare else ThreadPoolExecutor(1, thread_name_prefix="request")
        free = False
        try:
            async with ThreadSensitiveContext(executor=thread):
                await self.handle(scope, receive, send)
            free = len(self._spare) < MOST_SPARE
        finally:
            if free:
                self._spare.append(thread)
            else:  # a request that was cut off may still be at work there
                thread.shutdown(wait=False)

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(self.get_response, thread_sensitive=True)(request)
