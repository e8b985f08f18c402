"""Starting the server of `serve` quickly: forked from a process that has imported what it needs from others.

A server imports for more than a second of a processor's time, and the tests start dozens of them. Each is a
process of its own all the same, which has read its settings itself, and dies as any other.
"""

import contextlib
import multiprocessing
import os
import signal
import subprocess
from collections.abc import Iterator, Mapping
from multiprocessing.process import BaseProcess
from pathlib import Path

from .running import stop

FORKING = multiprocessing.get_context("forkserver")
FORKING.set_forkserver_preload(["tests.servers.preloaded"])


class Forked:
    """A `Process` whose parent is not this one."""

    def __init__(self, process: BaseProcess) -> None:
        self.process = process

    @property
    def pid(self) -> int:
        assert self.process.pid
        return self.process.pid

    def poll(self) -> int | None:
        return self.process.exitcode

    def wait(self, timeout: float | None = None) -> int:
        self.process.join(timeout)
        if self.process.exitcode is None:
            raise subprocess.TimeoutExpired(self.process.name, timeout or 0)
        return self.process.exitcode

    def send_signal(self, sig: int) -> None:
        if self.poll() is None:
            os.kill(self.pid, sig)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


@contextlib.contextmanager
def forked(arguments: list[str], log: Path, *, cwd: Path, env: Mapping[str, str]) -> Iterator[Forked]:
    """The process of `python -m tests.servers.serve ARGUMENTS`, which prints to `log`; ended at the end."""
    process = FORKING.Process(target=_serve, args=(arguments, log, cwd, dict(env)), daemon=True)
    process.start()
    server = Forked(process)
    try:
        yield server
    finally:
        stop(server)


def _serve(arguments: list[str], log: Path, cwd: Path, env: dict[str, str]) -> None:
    output = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)

    from .serve import main

    main(*arguments)
