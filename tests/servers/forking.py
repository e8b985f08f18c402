"""Starting a server or a command of `manage.py` quickly: forked from a process with most imports done.

A server imports for more than a second of a processor's time, and the tests start dozens of them. Each is a
process of its own all the same, which reads its settings itself, and ends as any other.
"""

import contextlib
import multiprocessing
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
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


Started = contextlib.AbstractContextManager[Forked]


def forked(arguments: list[str], log: Path, *, cwd: Path, env: Mapping[str, str]) -> Started:
    """The process of `python -m tests.servers.serve ARGUMENTS`, which prints to `log`; ended at the end."""
    return calling(_serve, arguments, log, cwd=cwd, env=env)


def managed(
    arguments: list[str],
    log: Path,
    *,
    cwd: Path,
    env: Mapping[str, str],
    descriptors: tuple[int, int] | None = None,
) -> Started:
    """The process of `manage.py ARGUMENTS`, which prints to `log`; ended at the end.

    `descriptors` are its soft and its hard limit of open files.
    """
    return calling(_manage, arguments, log, cwd=cwd, env=env, descriptors=descriptors)


@contextlib.contextmanager
def calling(
    main: Callable[[list[str]], None],
    arguments: list[str],
    log: Path,
    *,
    cwd: Path,
    env: Mapping[str, str],
    descriptors: tuple[int, int] | None = None,
) -> Iterator[Forked]:
    """A process that calls `main`, and prints to `log`; ended at the end."""
    process = FORKING.Process(
        target=_run, args=(main, arguments, log, cwd, dict(env), descriptors), daemon=True
    )
    process.start()
    server = Forked(process)
    try:
        yield server
    finally:
        stop(server)


@contextlib.contextmanager
def many(env: Mapping[str, str]) -> Iterator[ProcessPoolExecutor]:
    """A process for each processor, with Django as tests have it. Other processes come before these. If the
    block fails, what has not begun is left out."""
    with ProcessPoolExecutor(os.cpu_count(), FORKING, _set_up, (dict(env),)) as pool:
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)


def _set_up(env: dict[str, str]) -> None:
    os.nice(5)
    os.environ.clear()
    os.environ.update(env)
    import django
    from django.test.utils import setup_test_environment

    django.setup()
    setup_test_environment()


def _run(
    main: Callable[[list[str]], None],
    arguments: list[str],
    log: Path,
    cwd: Path,
    env: dict[str, str],
    descriptors: tuple[int, int] | None,
) -> None:
    output = os.open(log, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    os.dup2(output, 1)
    os.dup2(output, 2)
    os.close(output)
    os.chdir(cwd)
    os.environ.clear()
    os.environ.update(env)
    if descriptors:
        resource.setrlimit(resource.RLIMIT_NOFILE, descriptors)
    main(arguments)


def _serve(arguments: list[str]) -> None:
    from .serve import main

    main(*arguments)


def _manage(arguments: list[str]) -> None:
    from config.setup.door import main

    sys.argv = ["manage.py", *arguments]
    main(sys.argv)
