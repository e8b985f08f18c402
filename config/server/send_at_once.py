"""Sending at once, without a turn of the event loop for each client."""

from typing import Any


def send_at_once(transport: Any, data: bytes) -> None:
    """Hand bytes to the system now; what it does not take goes the usual way, as does all where earlier bytes
    still wait.

    That way, by which Twisted first asks when the system takes more, costs several times as much, and a
    change of a scoreboard goes to thousands.
    """
    if transport in transport.reactor.getWriters():
        transport.write(data)
        return
    taken = transport.writeSomeData(data)
    if isinstance(taken, int) and taken < len(data):  # else the client is lost, which its reader hears
        transport.write(data[taken:])
