"""How a test waits for what others do."""

import time
from collections.abc import Callable
from typing import TypeVar

from .servers.running import PATIENCE_S

Found = TypeVar("Found")


def until(happened: Callable[[], Found], fault: str = "it never came") -> Found:
    """Ask again and again whether it happened, and return the first answer that is true. Raise AssertionError
    with `fault` if it has not happened when the patience of the tests ends."""
    give_up_at = time.monotonic() + PATIENCE_S
    while not (found := happened()):
        assert time.monotonic() < give_up_at, fault
        time.sleep(0.02)
    return found
