"""Runs the program that is compared with our engine, once for a call or for a batch of lines.

Only its command line is used: it may answer each line at once, or all lines at the end. The time and the
stored output of a run are limited. At a limit, the program and all processes that it started are ended.
"""

from __future__ import annotations

import os
import selectors
import signal
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from time import monotonic
from typing import IO, Protocol

LONGEST_ANSWER = 1_000_000
"""The longest answer line in bytes. Our own lines have some thousands at most."""
KEPT_COMPLAINT = 2_000
"""How many bytes of the end of a program's standard error are kept."""
AT_ONCE = 65_536


class ProgramFailure(Exception):
    """The program did not answer. The message says what it did instead."""


class ProgramRun(Protocol):
    """One run of a program. Read its answers first, then its exit status."""

    def lines(self) -> Iterator[bytes]:
        """Yield each line of the output, without the line feed; raises ProgramFailure."""

    def whole(self) -> bytes:
        """Return the whole output; raises ProgramFailure."""

    def status(self) -> int:
        """Return the exit status, 0 or 1, after the output has been read; raises ProgramFailure."""


class Program:
    """A command to run, and the most seconds for one run of it."""

    def __init__(self, command: Sequence[str], patience: float) -> None:
        self.command, self.patience = tuple(command), patience

    @contextmanager
    def replay(self, lines: Sequence[bytes], by_file: bool = False) -> Iterator[ProgramRun]:
        """Start a run with these lines on standard input or, with `by_file`, in a file. The last line has no
        line feed, unless it is empty."""
        given = b"\n".join(lines)
        if lines and not lines[-1]:
            given += b"\n"  # an empty last line needs its line feed, otherwise it would be no line
        if not by_file:
            with self._run(["replay"], given) as run:
                yield run
            return
        with tempfile.NamedTemporaryFile(suffix=".ndjson") as file:
            file.write(given)
            file.flush()
            with self._run(["replay", file.name], b"") as run:
                yield run

    def call(self, arguments: Sequence[str]) -> _Process:
        return self._run(arguments, b"")

    def _run(self, arguments: Sequence[str], given: bytes) -> _Process:
        return _Process([*self.command, *map(os.fsencode, arguments)], given, self.patience)


class _Process:
    def __init__(self, command: Sequence[str | bytes], given: bytes, patience: float) -> None:
        self._patience, self._end = patience, monotonic() + patience
        self._given = memoryview(given)
        self._complaint = b""
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,
        )

    def __enter__(self) -> _Process:
        return self

    def __exit__(self, *error: object) -> None:
        """End the program and all processes that it has started."""
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()

    def lines(self) -> Iterator[bytes]:
        begun = bytearray()
        for chunk in self._chunks():
            *ended, rest = chunk.split(b"\n")
            for part in ended:
                yield self._short(bytes(begun) + part)
                begun.clear()
            begun += rest
            self._short(begun)
        if begun:
            yield bytes(begun)

    def whole(self) -> bytes:
        answer = bytearray()
        for chunk in self._chunks():
            answer += chunk
            self._short(answer)
        return bytes(answer)

    def status(self) -> int:
        try:
            status = self._process.wait(max(self._end - monotonic(), 0.1))
        except subprocess.TimeoutExpired:
            raise ProgramFailure(
                f"it did not end within {self._patience:g} s, though it had closed its output"
            ) from None
        if status < 0:
            raise ProgramFailure(f"it was ended by signal {-status}{self._complained()}")
        if status > 1:
            raise ProgramFailure(f"it ended with exit status {status}{self._complained()}")
        return status

    def _short(self, line: bytes | bytearray) -> bytes:
        if len(line) > LONGEST_ANSWER:
            raise ProgramFailure(f"it wrote more than {LONGEST_ANSWER:,} bytes where one answer is due")
        return line  # type: ignore[return-value]

    def _complained(self) -> str:
        words = self._complaint.decode(errors="replace").strip().splitlines()
        return f", and wrote: {ascii(words[-1])[1:-1]}" if words else ""

    def _chunks(self) -> Iterator[bytes]:
        """Yield the program's output as it comes. Meanwhile write its input, and keep its error output."""
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin is not None
        assert stdout is not None
        assert stderr is not None
        with selectors.DefaultSelector() as selector:
            for pipe in (stdin, stdout, stderr):
                os.set_blocking(pipe.fileno(), False)
            selector.register(stdout, selectors.EVENT_READ)
            selector.register(stderr, selectors.EVENT_READ)
            if self._given:
                selector.register(stdin, selectors.EVENT_WRITE)
            else:
                stdin.close()
            while stdout in (key.fileobj for key in selector.get_map().values()):
                left = self._end - monotonic()
                if left <= 0:
                    raise ProgramFailure(f"it was not done within {self._patience:g} s")
                for key, _ in selector.select(left):
                    if key.fileobj is stdin:
                        self._give(selector, stdin)
                    elif not (chunk := os.read(key.fd, AT_ONCE)):
                        selector.unregister(key.fileobj)
                    elif key.fileobj is stderr:
                        self._complaint = (self._complaint + chunk)[-KEPT_COMPLAINT:]
                    else:
                        yield chunk

    def _give(self, selector: selectors.BaseSelector, stdin: IO[bytes]) -> None:
        try:
            self._given = self._given[os.write(stdin.fileno(), self._given[:AT_ONCE]) :]
        except BrokenPipeError:
            self._given = self._given[:0]  # the program reads no more, but its answers so far count
        if not self._given:
            selector.unregister(stdin)
            with suppress(BrokenPipeError):
                stdin.close()
