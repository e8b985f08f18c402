"""Start a server's process, wait until it answers, be sure that it is gone at the end."""

import contextlib
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

PATIENCE_S = 240.0
"""So long that it only ends a test that hangs: on a busy machine everything takes long."""


class Process(Protocol):
    """What tests use of a `Popen`."""

    @property
    def pid(self) -> int: ...

    def poll(self) -> int | None: ...

    def wait(self, timeout: float | None = None) -> int: ...

    def send_signal(self, sig: int) -> None: ...

    def terminate(self) -> None: ...

    def kill(self) -> None: ...


@contextlib.contextmanager
def running(command: Sequence[str | Path], log: Path, **popen: Any) -> Iterator[subprocess.Popen[bytes]]:
    """The process of `command`, which prints to `log`; ended at the end."""
    with log.open("ab") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, **popen)
    try:
        yield process
    finally:
        stop(process)


def wait_for(process: Process, answers: Callable[[], bool], log: Path) -> None:
    """Return when the process `answers`; raise RuntimeError, with its last words, if it never does."""
    give_up_at = time.monotonic() + PATIENCE_S
    while not answers():
        if process.poll() is not None or time.monotonic() > give_up_at:
            said = log.read_text(errors="replace")[-4000:]
            raise RuntimeError(f"{log} did not start (exit {process.poll()}):\n{said}")
        time.sleep(0.02)


def stop(process: Process) -> None:
    """End a process: ask it first, then kill it."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(3)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
