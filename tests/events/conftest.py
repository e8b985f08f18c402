"""The cast of the API's tests, and the watch of deadlines."""

from collections.abc import Callable

import pytest

from competitions.play.deadlines import do_what_is_due
from tests.competitions.conftest import Clock, anyone, clock, committed, crowd, draft, owner, rival, stranger

__all__ = ["anyone", "clock", "committed", "crowd", "draft", "owner", "rival", "stranger"]


@pytest.fixture
def watch(clock: Clock) -> Callable[[], int]:
    """One look of the watch of deadlines."""
    return lambda: do_what_is_due(clock.now, since=None)
