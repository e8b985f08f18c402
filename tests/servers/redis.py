"""A Redis server."""

import contextlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path

from config.site.ports import accepts_connections
from config.site.programs import redis_program

from .ports import own_port
from .running import running, wait_for


@contextlib.contextmanager
def server(variables: Mapping[str, str], folder: Path) -> Iterator[str]:
    """The URL of a server: the one that `variables` name, else one of our own that keeps nothing."""
    for name in ("TEST_REDIS_URL", "REDIS_URL"):
        if variables.get(name):
            yield variables[name]
            return
    with own_server(folder)() as url:
        yield url


def own_server(folder: Path) -> Callable[[], AbstractContextManager[str]]:
    """Starts a server of our own, as often as needed, always empty and at the same port."""
    port = own_port()
    keeps_nothing = ["--save", "", "--appendonly", "no"]
    command = [redis_program(), "--port", str(port), "--bind", "127.0.0.1", *keeps_nothing]
    log = folder / "log"

    @contextlib.contextmanager
    def start() -> Iterator[str]:
        with running(command, log, cwd=folder) as process:
            wait_for(process, lambda: accepts_connections(port), log)
            yield f"redis://127.0.0.1:{port}/0"

    return start
