"""The types of ASGI, the interface between server and application."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

ASGIMessage = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[ASGIMessage]]
Send = Callable[[ASGIMessage], Awaitable[None]]
Application = Callable[[ASGIMessage, Receive, Send], Awaitable[None]]
