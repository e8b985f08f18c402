"""Sends data at once, without a turn of the event loop for each client."""

from typing import Any


def send_at_once(transport: Any, data: bytes) -> None:
    """Give bytes to the system now, and those that it does not accept to `transport.write`. But if earlier
    bytes still wait, give all bytes to `transport.write`.

    `transport.write` alone would first wait a turn of the event loop, which costs several times as much. This
    matters because each change of a scoreboard goes to thousands of clients.
    """
    if transport in transport.reactor.getWriters():
        transport.write(data)
        return
    taken = transport.writeSomeData(data)
    # `taken` is an exception if the connection is lost. The reactor notices that itself, when it reads.
    if isinstance(taken, int) and taken < len(data):
        transport.write(data[taken:])
