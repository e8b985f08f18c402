"""Stands before the application under any server. It removes forged proxy headers, and stops bodies that are
too large."""

from competitions.web.asgi_types import Application, ASGIMessage, Receive, Send

from .client_addresses import is_for_proxies, network_of_client

MOST_DIGITS = 18


def guarded(application: Application, *, largest_body: int, trusted_proxies: int) -> Application:
    """Wrap `application`, so that it gets no forged headers and no large bodies.

    The scope gets `evendeal.network`: the client's network, to which limits apply. Proxy headers are removed
    unless a proxy is trusted. The root path is always removed: Daphne takes it from a header, with which a
    stranger could change every link. If a body is too large, the application gets no body, but a
    Content-Length that is one byte above the limit, so that Django refuses the request in the usual way.
    """

    async def guard(scope: ASGIMessage, receive: Receive, send: Send) -> None:
        headers = [
            header
            for header in scope.get("headers", ())
            if trusted_proxies or not is_for_proxies(header[0].lower())
        ]
        peer = (scope.get("client") or ("",))[0]
        network = network_of_client(peer, headers, trusted_proxies)
        scope = {**scope, "root_path": "", "headers": headers, "evendeal.network": network}
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
    """The announced length of the body: 0 without a body, 1 if there is a body of unknown length."""
    named = {name.lower(): value for name, value in headers}
    if b"transfer-encoding" in named:
        return 1
    length = named.get(b"content-length", b"0")
    # Read only the first digits, because Python refuses to convert numbers with thousands of digits.
    return int(length[:MOST_DIGITS]) if length.isdigit() else 1


async def _read(receive: Receive, most: int) -> tuple[list[ASGIMessage], int]:
    """The messages that contain the body, and the size of the body. Stops reading when the size exceeds
    `most`."""
    kept: list[ASGIMessage] = []
    size = 0
    while size <= most:
        message = await receive()
        kept.append(message)
        size += len(message.get("body", b""))
        if not message.get("more_body"):
            break
    return kept, size


def _with(kept: list[ASGIMessage], receive: Receive) -> Receive:
    """A `receive` that first returns the messages that were read already."""
    coming = iter(kept)

    async def heard() -> ASGIMessage:
        for message in coming:
            return message
        return await receive()

    return heard


def _without_body(receive: Receive) -> Receive:
    """A `receive` that returns an empty body, and after that only the end of the connection."""
    first = True

    async def heard() -> ASGIMessage:
        nonlocal first
        if first:
            first = False
            return {"type": "http.request", "body": b"", "more_body": False}
        while (message := await receive())["type"] == "http.request":
            pass
        return message

    return heard
