"""Locks for places where only one process may write at a time."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .saying import say


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Wait until no other process works in `folder`. Locks the folder itself, so no file remains."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("Waiting for another start to finish its work…")
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


def claim(file: Path) -> bool:
    """Lock `file`, created if missing, for the life of this process; False if another process has it."""
    handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        return False
    # Never closed: the system releases it with the process.
    return True
