"""What looks by itself goes on through faults, can be asked when it last looked, and costs an idle process
little."""

import threading
from collections.abc import Callable

import pytest
from django.db import connection, connections
from django.db.utils import OperationalError
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from competitions import background, followers
from competitions.contests import bot_deals
from competitions.contests.dailies.calendar import make_dailies
from competitions.jobs.processes import ThisProcess
from competitions.jobs.watches import InThread, last_looks, watch
from tests.competitions.conftest import Clock
from tests.servers.running import PATIENCE_S
from tests.servers.waiting import until

MOST_QUERIES_A_SECOND = 2
LOOKS = 120
"""Of each kind at most: twice as many as the rarest of a kind takes to come."""


@pytest.fixture(params=["thread", "loop"])
def look(request: pytest.FixtureRequest) -> Callable[..., object]:
    """Makes a look of either kind from a function."""

    def made(act: Callable[[], object]) -> Callable[[], object]:
        async def looks() -> object:
            return act()

        return act if request.param == "thread" else looks

    return made


async def test_it_goes_on_through_faults_and_says_when_it_last_looked(look, monkeypatch, caplog) -> None:
    clock = Clock()
    monkeypatch.setattr(timezone, "now", lambda: clock.now)
    looks: list[dict[str, object]] = []

    def act() -> None:
        looks.append(last_looks())
        if len(looks) in (1, 2, 4):
            raise RuntimeError("away")

    started = watch("the test", 0.001, look(act))
    await until(lambda: len(looks) >= 6)
    started.stop()
    said = [each["the test"] for each in looks[:6]]
    assert said == [None, None, None, clock.now, clock.now, clock.now]
    assert caplog.messages == ["the watch of the test could not look; trying again"] * 2
    await until(lambda: "the test" not in last_looks())


async def test_it_goes_on_though_its_connection_cannot_be_closed(monkeypatch, caplog) -> None:
    looks: list[None] = []

    def act() -> bool:
        connections["default"]  # makes one for this thread, which a look that asks the database would open
        looks.append(None)
        return len(looks) < 3

    def fail(_: object) -> None:
        raise OperationalError("the server has gone")

    monkeypatch.setattr(type(connections["default"]), "close", fail)
    started = watch("the test", 0.001, act)
    await until(lambda: len(looks) >= 3)
    started.stop()
    assert {record.levelname for record in caplog.records} == {"WARNING"}


async def test_it_looks_again_at_once_while_there_is_more_and_when_it_is_woken(look) -> None:
    looks: list[None] = []

    def act() -> bool:
        looks.append(None)
        return len(looks) % 3 != 0

    started = watch("the test", 3600, look(act))
    for many in (3, 6):
        started.wake()
        await until(lambda many=many: len(looks) == many)
    started.stop()


async def test_it_looks_no_more_once_it_is_stopped(look) -> None:
    looks: list[None] = []
    started = watch("the test", 3600, look(lambda: looks.append(None)))
    started.stop()
    started.wake()
    await until(lambda: "the test" not in last_looks())
    await until(lambda: not any(thread.name == "the test" for thread in threading.enumerate()))
    assert not looks


@pytest.fixture
def idle(any_database: str, monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, Callable[[], object]]]:
    """How often an idle `serve` with its workers looks, and how: the watches that it would start."""
    started: list[InThread] = []
    monkeypatch.setattr(InThread, "start", lambda each: started.append(each))
    monkeypatch.setattr(followers, "GATHERING_S", 0)
    monkeypatch.setattr(followers, "REST_S", 0)
    monkeypatch.setattr(bot_deals, "DEALS", 0)
    workers = background.start_working()
    ThisProcess().keep_saying()
    workers.stop(PATIENCE_S)
    for each in started:
        each.stop()
    return [(each.every, each.look) for each in started]


@pytest.mark.extra
def test_an_idle_process_asks_the_database_at_most_twice_a_second(idle) -> None:
    make_dailies(timezone.now())  # once a day it has something to do, and once before the day ends
    for _, look in idle:
        look()
    longest = max(every for every, _ in idle)
    queries_a_second = 0.0
    for every, look in idle:
        looks = min(int(longest / every), LOOKS)
        with CaptureQueriesContext(connection) as queries:
            for _ in range(looks):
                assert not look()
        queries_a_second += len(queries) / (looks * every)
    assert len(idle) > 5
    assert 0 < queries_a_second <= MOST_QUERIES_A_SECOND
