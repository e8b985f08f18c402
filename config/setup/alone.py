"""Locks for places where two processes must not write at the same time."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from .saying import say


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Wait until no other process works in `folder`. It locks the folder itself: no file stays behind."""
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
    """Take `file`, which is made if need be, for as long as this process lives; False if another has it."""
    handle = os.open(file, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        return False
    # Never closed: the system frees it with the process, however that ends.
    return True
