"""The cast of the API's tests, and the watch of deadlines."""

from collections.abc import Callable

import pytest

from competitions.playing.deadlines import end_overdue
from competitions.recording.states import record_all_due
from tests.competitions.conftest import Clock, anyone, clock, committed, crowd, draft, owner, rival, stranger

__all__ = ["anyone", "clock", "committed", "crowd", "draft", "owner", "rival", "stranger"]


@pytest.fixture
def watch(clock: Clock) -> Callable[[], None]:
    """One look of the watch of deadlines."""

    def look() -> None:
        end_overdue(clock.now)
        record_all_due(clock.now)

    return look
