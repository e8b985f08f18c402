"""What stands in front of the application under any server: no header of a proxy, and no body too large."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from .addresses import is_for_proxies

MOST_DIGITS = 18

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Message, Receive, Send], Awaitable[None]]


def guarded(application: Application, *, largest_body: int, trusted_proxies: int) -> Application:
    """`application`, which hears no more of a request than it should.

    Headers that only a proxy may set are left out where no proxy is trusted,
    and the root path always: Daphne takes it from a header, and it would change
    every link. Of a body that is larger than allowed nothing is passed on but
    a Content-Length of one more than that, and Django refuses it as it refuses
    other things.
    """

    async def guard(scope: Message, receive: Receive, send: Send) -> None:
        headers = [
            header
            for header in scope.get("headers", ())
            if trusted_proxies or not is_for_proxies(header[0].lower())
        ]
        scope = {**scope, "root_path": "", "headers": headers}
        if scope["type"] == "http" and (announced := _announced(headers)):
            kept, size = ([], announced) if announced > largest_body else await _read(receive, largest_body)
            if size > largest_body:
                length = (b"content-length", str(largest_body + 1).encode())
                scope["headers"] = [h for h in headers if h[0].lower() != b"content-length"] + [length]
                receive = _without_body(receive)
            else:
                receive = _with(kept, receive)
        await application(scope, receive, send)

    return guard


def _announced(headers: list[tuple[bytes, bytes]]) -> int:
    """The length of the body, 1 if only that there is one, 0 without."""
    named = {name.lower(): value for name, value in headers}
    if b"transfer-encoding" in named:
        return 1
    length = named.get(b"content-length", b"0")
    # Python refuses to read numbers of thousands of digits.
    return int(length[:MOST_DIGITS]) if length.isdigit() else 1


async def _read(receive: Receive, most: int) -> tuple[list[Message], int]:
    """What comes, and how large it is; no further than beyond `most`."""
    kept: list[Message] = []
    size = 0
    while size <= most:
        message = await receive()
        kept.append(message)
        size += len(message.get("body", b""))
        if not message.get("more_body"):
            break
    return kept, size


def _with(kept: list[Message], receive: Receive) -> Receive:
    """First what was kept, then whatever comes."""
    coming = iter(kept)

    async def heard() -> Message:
        for message in coming:
            return message
        return await receive()

    return heard


def _without_body(receive: Receive) -> Receive:
    """An empty body, then nothing but the end of the connection."""
    first = True

    async def heard() -> Message:
        nonlocal first
        if first:
            first = False
            return {"type": "http.request", "body": b"", "more_body": False}
        while (message := await receive())["type"] == "http.request":
            pass
        return message

    return heard
