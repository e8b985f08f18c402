"""Django's side of ASGI: a request stays in one thread, from its first middleware to the end of its view."""

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIHandler
from django.http import HttpRequest, HttpResponseBase


class OneThreadHandler(ASGIHandler):
    """Goes to a thread once.

    Everything of ours that answers HTTP is synchronous. Django's handler comes
    back to the event loop between middleware and view all the same, and goes to
    the thread again: three hops, each of which waits for its turn on both sides.
    """

    def load_middleware(self, is_async: bool = False) -> None:
        super().load_middleware(is_async=False)

    async def get_response_async(self, request: HttpRequest) -> HttpResponseBase:
        return await sync_to_async(self.get_response, thread_sensitive=True)(request)
