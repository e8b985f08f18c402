"""`/healthz`, `/readyz` and `/metrics`, for the operator of the site.

They are answered before Django: a probe may name any host, and comes without https, and must be answered even
while all threads for requests are busy.
"""

import asyncio
import json
import time
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Network, IPv6Network, ip_address
from typing import Any, Final

from channels.layers import get_channel_layer
from django.db import DatabaseError, connection
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, generate_latest

from competitions.outages import close_connection
from competitions.standings import first_readings
from competitions.upgrades import needed
from competitions.web.asgi_types import Application, ASGIMessage, Receive, Send
from competitions.web.networks import client_of

from .server.client_addresses import is_for_proxies

PATIENCE_S: Final = 1.0
"""How many seconds `/readyz` waits for the database and the channel layer."""

KEPT_S: Final = 1.0
"""For how many seconds an answer of `/readyz` is used again, so that strangers cannot make us check all the
time."""

PARTS: Final = ("database", "migrations", "channel_layer", "competitions")
"""What `/readyz` checks: whether the database answers, whether it has the migrations of this release, whether
a message through the channel layer arrives, and whether the large running competitions have been read into
memory."""

STOPPING: Final = ["process"]
"""The parts that `/readyz` names as missing after the process was told to stop."""


class Readiness:
    """Whether this process should get requests. All who ask at the same moment share one check."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "readiness")
        self._migrated = False
        self._asked: asyncio.Future[tuple[bool, bool]] | None = None
        self._check: asyncio.Task[list[str]] | None = None
        self._checked_at = 0.0
        self._stopping = False

    def end(self) -> None:
        """Report from now on that this process is not ready, because it was told to stop."""
        self._stopping = True

    async def missing(self) -> list[str]:
        """Those of `PARTS` that are not ready, as checked at most `KEPT_S` seconds ago; `STOPPING` once the
        process was told to stop."""
        if self._stopping:
            return STOPPING
        now = time.monotonic()
        if self._check is None or (self._check.done() and now - self._checked_at >= KEPT_S):
            self._check, self._checked_at = asyncio.create_task(self._missing()), now
        return await asyncio.shield(self._check)

    async def _missing(self) -> list[str]:
        (database, migrations), layer = await asyncio.gather(self._database(), _layer_answers())
        found = (database, migrations, layer, first_readings.are_done())
        return [part for part, is_well in zip(PARTS, found, strict=True) if not is_well]

    async def _database(self) -> tuple[bool, bool]:
        """Whether the database answers, and whether it has the migrations that this release needs. While one
        query waits for the database, no second query is sent."""
        if self._asked is None or self._asked.done():
            self._asked = asyncio.get_running_loop().run_in_executor(self._thread, self.check_database)
        try:
            return await asyncio.wait_for(asyncio.shield(self._asked), PATIENCE_S)
        except TimeoutError:
            return False, self._migrated

    def check_database(self) -> tuple[bool, bool]:
        """Whether the database answers now, and whether it has the migrations that this release needs. Blocks
        the thread."""
        try:
            if not self._migrated:
                self._migrated = not needed(connection)
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
        except DatabaseError:
            return False, self._migrated
        finally:
            close_connection()
        return True, self._migrated


async def _layer_answers() -> bool:
    """Whether a message through the channel layer arrives."""
    layer = get_channel_layer()
    assert layer is not None
    try:
        async with asyncio.timeout(PATIENCE_S):
            channel = await layer.new_channel()
            receiving = asyncio.create_task(layer.receive(channel))
            try:
                await layer.send(channel, {"type": "probe"})
                await receiving
            finally:
                receiving.cancel()
    except Exception:  # each layer has its own errors
        return False
    return True


def with_probes(
    application: Application,
    *,
    readiness: Readiness,
    allowed: Collection[IPv4Network | IPv6Network],
    trusted_proxies: int,
) -> Application:
    """Wrap `application`, so that the paths in `ANSWERS` are answered here. `/metrics` is answered here only
    for clients in `allowed`. If another client asks for it, the request goes on to `application`, which
    does not know the path."""

    async def probed(scope: ASGIMessage, receive: Receive, send: Send) -> None:
        answer = ANSWERS.get(scope["path"]) if scope["type"] == "http" else None
        if answer is None or (answer is _metrics and not _may_read(scope, allowed, trusted_proxies)):
            await application(scope, receive, send)
            return
        status, content_type, body = await answer(readiness)
        headers = [(b"content-type", content_type), (b"content-length", str(len(body)).encode())]
        headers.append((b"cache-control", b"no-store"))
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    return probed


def _may_read(
    scope: ASGIMessage, allowed: Collection[IPv4Network | IPv6Network], trusted_proxies: int
) -> bool:
    """Whether the client's address is allowed. Behind an untrusted proxy no client is allowed, because the
    client's address is unknown."""
    headers = [(name.lower(), value) for name, value in scope["headers"]]
    if not trusted_proxies and any(is_for_proxies(name) for name, _ in headers):
        return False
    forwarded = b",".join(value for name, value in headers if name == b"x-forwarded-for")
    peer = (scope.get("client") or ("",))[0]
    try:
        address = ip_address(client_of(peer, forwarded.decode("latin-1"), trusted_proxies))
    except ValueError:  # the peer of a Unix socket has no address
        return False
    address = getattr(address, "ipv4_mapped", None) or address
    return any(address in network for network in allowed)


Answer = tuple[int, bytes, bytes]
"""A status, the type of the content, and the content."""


async def _health(readiness: Readiness) -> Answer:
    return 200, b"text/plain; charset=utf-8", b"ok\n"


async def _ready(readiness: Readiness) -> Answer:
    missing = await readiness.missing()
    body = json.dumps({"ready": not missing, "missing": missing}).encode()
    return (503 if missing else 200), b"application/json", body


async def _metrics(readiness: Readiness) -> Answer:
    text = await asyncio.get_running_loop().run_in_executor(SCRAPES, _all_metrics)
    return 200, CONTENT_TYPE_LATEST.encode(), text


SCRAPES: Final = ThreadPoolExecutor(1, "metrics")


def _all_metrics() -> bytes:
    try:
        return generate_latest(REGISTRY)
    finally:
        close_connection()


ANSWERS: Final[dict[str, Callable[[Readiness], Any]]] = {
    "/healthz": _health,
    "/readyz": _ready,
    "/metrics": _metrics,
}
