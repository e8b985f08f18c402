"""Locks for folders and files that only one process at a time may write."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .saying import say


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Wait for the lock of `folder`, and hold the lock for the `with` block. The folder itself is locked, so
    no lock file remains."""
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
    """Lock `file` until this process ends; create it if it is missing. Return False if another process has
    locked it."""
    handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        return False
    # The file is never closed; the system unlocks it when the process ends.
    return True
