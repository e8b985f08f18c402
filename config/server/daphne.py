"""Daphne with our own classes of connections, and with a shutdown that still answers requests."""

# Imported first, because this import chooses Twisted's event loop.
from daphne.server import Server as Daphne  # isort: skip

import asyncio
from collections.abc import Callable
from time import monotonic
from typing import Any

from twisted.internet import defer
from twisted.internet import reactor as twisted_reactor
from twisted.internet.endpoints import quoteStringArgument, serverFromString
from twisted.logger import globalLogBeginner

from . import limits
from .channel import ChannelFactory, Request
from .crowd import Crowd
from .descriptors import raise_descriptors
from .garbage import search_less
from .lines import Lines
from .sockets import Socket, SocketFactory

LOOK_EVERY_S = 5
"""Every so many seconds, watchers whose time (`limits.WATCHED_S`) is over are disconnected."""

reactor: Any = twisted_reactor
"""The reactor is typed as Any, because type checkers do not understand how Twisted describes its
interfaces."""


class Server(Daphne):
    def __init__(
        self,
        application: Any,
        *,
        most_connections: int,
        largest_body: int,
        trusted_proxies: int,
        told_to_stop: Callable[[], None] = lambda: None,
        **options: Any,
    ) -> None:
        super().__init__(
            application,
            server_name="evendeal",
            websocket_handshake_timeout=limits.ADMITTING_S,
            websocket_connect_timeout=limits.ADMITTING_S,
            **options,
        )
        self.crowd = Crowd(most_connections, min(limits.SOCKETS_OF_A_NETWORK, most_connections // 2))
        self.lines = Lines(lambda work: reactor.callLater(0, work))
        self.http_factory = ChannelFactory(self, largest_body, trusted_proxies)
        self.ws_factory = SocketFactory(self)
        self.ports: list[Any] = []
        self.stopping = False
        self.told_to_stop = told_to_stop

    def run(self) -> None:
        """Serve until a signal comes, as Daphne does, but with our own classes of connections."""
        self.connections: dict[Any, dict[str, Any]] = {}
        self.ws_factory.setProtocolOptions(
            autoPingTimeout=self.ping_timeout,
            allowNullOrigin=True,
            openHandshakeTimeout=self.websocket_handshake_timeout,
        )
        globalLogBeginner.beginLoggingTo(
            [lambda _: None],  # type: ignore[list-item]  # Twisted accepts any function
            redirectStandardIO=False,
            discardBuffer=True,
        )
        reactor.callLater(1, self.application_checker)
        reactor.callLater(2, self.timeout_checker)
        reactor.callLater(LOOK_EVERY_S, self.send_away)
        for description in self.endpoints:
            endpoint = serverFromString(reactor, f"{description}:backlog={limits.BACKLOG}")
            listening = endpoint.listen(self.http_factory)
            listening.addCallbacks(self.listen_success, self.listen_error)
        reactor.addSystemEventTrigger("before", "shutdown", self.wind_down)
        if not self.abort_start:
            search_less()
            self.ready_callable()
            reactor.run(installSignalHandlers=self.signal_handlers)

    def create_application(self, protocol: Any, scope: dict[str, Any]) -> Any:
        """Run the application. Sockets and requests get an ASGI extension that can send without awaiting."""
        if isinstance(protocol, Socket):
            scope["extensions"] = {"evendeal.push": {"push": protocol.push}}
        else:
            scope["extensions"] = {"evendeal.stream": {"seat": protocol.seat, "push": protocol.push}}
        queue = super().create_application(protocol, scope)
        if isinstance(protocol, Socket):
            protocol.queue = queue
        return queue

    def listen_success(self, port: Any) -> None:
        self.ports.append(port)
        super().listen_success(port)

    async def handle_reply(self, protocol: Any, message: dict[str, Any]) -> None:
        """Send the message to the client, and wait until the client has read most of it. Otherwise a long
        answer would be in memory as a whole."""
        await super().handle_reply(protocol, message)
        if isinstance(protocol, Request):
            await protocol.drained()

    def send_away(self) -> None:
        """End the sockets and streams of watchers whose time is over. The clients reconnect."""
        now = monotonic()
        for watching in (*self._of(Socket), *self._of(Request)):
            if watching.ends_at is not None and watching.ends_at <= now:
                watching.restart() if isinstance(watching, Socket) else watching.end_stream()
        reactor.callLater(LOOK_EVERY_S, self.send_away)

    def wind_down(self) -> defer.Deferred[None]:
        """Accept no new connections, tell watchers to reconnect, and answer the requests that were already
        begun."""
        self.stopping = True
        self.told_to_stop()
        for port in self.ports:
            self._accept_waiting(port)
            port.stopListening()
        return defer.Deferred.fromFuture(asyncio.ensure_future(self._last_answers()))

    def _accept_waiting(self, port: Any) -> None:
        """Accept the connections that the system holds for us. Otherwise the system would reset them when
        the port closes, although their clients take them for accepted."""
        known = -1
        while known < (known := port.sessionno):
            port.doRead()

    async def _last_answers(self) -> None:
        """Answer the requests that have begun, and those that come on open connections in the next
        `LAST_REQUESTS_S` seconds. Each answer tells the client to close its connection."""
        clock = asyncio.get_running_loop().time
        end, last_requests = clock() + limits.ANSWERING_S, clock() + limits.LAST_REQUESTS_S
        while clock() < end:
            for request in self._of(Request):
                request.end_stream()
            for socket in self._of(Socket):
                socket.restart()
            if clock() >= last_requests:
                for transport in self.crowd.idle():
                    transport.loseConnection()
            if not self.crowd.all:
                break
            await asyncio.sleep(0.02)
        for waiting in self.lines.all():
            waiting.turn_away()
        for request in self._of(Request):
            request.give_up()
        running = [
            details["application_instance"]
            for details in self.connections.values()
            if "application_instance" in details
        ]
        for application in running:
            application.cancel()
        if running:
            await asyncio.wait(running, timeout=1)

    def _of(self, protocol_class: type) -> list[Any]:
        """The open connections of this class."""
        return [
            protocol
            for protocol, details in self.connections.items()
            if isinstance(protocol, protocol_class) and "disconnected" not in details
        ]


def server_at(host: str, port: int, ready: Callable[[], None]) -> Server:
    """The server of this site, which calls `ready` when it listens. This function may raise the process's
    limit of open files."""
    from django.conf import settings

    from competitions.web.costs import LARGEST_BODY

    from ..asgi import application, readiness

    return Server(
        application,
        most_connections=raise_descriptors(settings.REQUESTS_AT_ONCE),
        largest_body=LARGEST_BODY,
        trusted_proxies=settings.HERE.trusted_proxies,
        told_to_stop=readiness.end,
        endpoints=[f"tcp:port={port}:interface={quoteStringArgument(host)}"],
        ready_callable=ready,
    )
