"""Ports for the servers of tests."""

import contextlib
import socket
from typing import Final

from config.site.ports import free_port

_kept: Final[list[socket.socket]] = []


def own_port() -> int:
    """A port that nobody else on this machine gets before this process ends, whether a server of ours listens
    there or not.

    A socket that never listens keeps it. Nobody can bind a port that is kept, except servers that set
    SO_REUSEADDR. All servers do, but `free_port` does not, here or in another process.
    """
    while True:
        port, keeping = free_port(), socket.socket()
        with contextlib.suppress(OSError):  # somebody else has just taken it
            keeping.bind(("127.0.0.1", port))
            keeping.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            _kept.append(keeping)
            return port
        keeping.close()
