"""Finds a free port of this machine, and checks whether a port accepts connections."""

import contextlib
import secrets
import socket
from typing import Final

_given: Final[set[int]] = set()


def free_port() -> int:
    """A port of this machine that nobody listens on now, and another one at each call.

    Outgoing connections use higher ports, so none of them will take this port.
    """
    while True:
        port = 10_000 + secrets.randbelow(20_000)
        with socket.socket() as taken, contextlib.suppress(OSError):
            taken.bind(("127.0.0.1", port))
            if port not in _given:
                _given.add(port)
                return port


def accepts_connections(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False
