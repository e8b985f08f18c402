"""Whose request runs next, and that a thread is given back only when its work is over."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future

import pytest
from asgiref.sync import async_to_sync
from django.db import connections

from competitions.standings.long_work import may_wait
from competitions.web import turns as module
from competitions.web.networks import network_of, network_of_scope
from competitions.web.turns import Busy, Turns
from tests.servers.running import PATIENCE_S
from tests.servers.waiting import until

GREEDY, OTHER, THIRD = (network_of(f"192.0.2.{number}") for number in (1, 2, 3))


class Held:
    """Work that waits, in its thread, until it is let go."""

    def __init__(self) -> None:
        self.begun, self.may_end, self.over = threading.Event(), threading.Event(), threading.Event()

    def __call__(self) -> str:
        self.begun.set()
        assert self.may_end.wait(PATIENCE_S)
        self.over.set()
        return "done"


async def lined_up(turns: Turns, *asked: tuple[object, Callable[[], object]]) -> list[asyncio.Task]:
    """Tasks that have asked for a turn, in this order."""
    tasks = []
    for network, work in asked:
        tasks.append(asyncio.ensure_future(turns.run(network, work)))
        await asyncio.sleep(0)
    return tasks


async def order_of(turns: Turns, *networks: object) -> list[object]:
    """In which order those who ask in this order are run, one after the other."""
    ran: list[object] = []
    held = Held()
    (first,) = await lined_up(turns, (GREEDY, held))
    rest = await lined_up(turns, *((each, lambda each=each: ran.append(each)) for each in networks))
    held.may_end.set()
    await asyncio.gather(first, *rest)
    return ran


async def test_the_networks_take_turns_however_many_requests_one_has():
    ran = await order_of(Turns(1), GREEDY, GREEDY, GREEDY, GREEDY, OTHER, THIRD, OTHER)
    assert ran == [GREEDY, OTHER, THIRD, GREEDY, OTHER, GREEDY, GREEDY]


async def test_its_threads_wait_for_no_long_work_of_others():
    assert await Turns(1).run(OTHER, may_wait) is False


async def test_the_devices_of_one_household_are_one():
    one, same, other = (network_of(host) for host in ("2001:db8::1", "2001:db8::2", "2001:db8:0:1::1"))
    assert await order_of(Turns(1), one, same, other, one) == [one, other, one, one]


async def test_one_network_never_has_all_threads():
    turns = Turns(3)
    works = [Held() for _ in range(4)]
    tasks = await lined_up(turns, *((GREEDY, work) for work in works))
    await until(lambda: works[0].begun.is_set() and works[1].begun.is_set())
    for _ in range(2):  # the thread that is given back stays free for the others
        (other,) = await lined_up(turns, (OTHER, lambda: "other"))
        await until(lambda other=other: other.done() or works[2].begun.is_set())
        assert not works[2].begun.is_set()
    for work in works:
        work.may_end.set()
    assert await asyncio.gather(*tasks) == ["done"] * 4


async def test_who_cannot_even_wait_is_refused_and_those_before_are_answered():
    turns, held = Turns(1, waiting=2), Held()
    tasks = await lined_up(turns, (GREEDY, held), (GREEDY, lambda: 1), (GREEDY, lambda: 2))
    with pytest.raises(Busy):
        await turns.run(GREEDY, lambda: 3)
    more = await lined_up(turns, (OTHER, lambda: 4))
    held.may_end.set()
    assert await asyncio.gather(*tasks, *more) == ["done", 1, 2, 4]


async def test_where_all_is_full_the_longest_line_makes_room():
    turns, held = Turns(1, waiting_in_all=3), Held()
    first, *tasks = await lined_up(turns, (GREEDY, held), *[(GREEDY, lambda: 1)] * 3)
    late = await lined_up(turns, (OTHER, lambda: 2))
    with pytest.raises(Busy):
        await tasks[-1]
    with pytest.raises(Busy):
        await turns.run(OTHER, lambda: 3)  # their lines would be as long
    held.may_end.set()
    assert await asyncio.gather(first, *tasks[:-1], *late) == ["done", 1, 1, 2]


async def test_who_has_gone_while_waiting_is_never_run():
    turns, held, ran = Turns(1), Held(), []
    first, gone, last = await lined_up(
        turns, (GREEDY, held), (GREEDY, lambda: ran.append("gone")), (GREEDY, lambda: ran.append("last"))
    )
    gone.cancel()
    held.may_end.set()
    await asyncio.wait([first, gone, last])
    assert gone.cancelled()
    assert ran == ["last"]


class ByHand(Executor):
    """Instead of threads: the first work is over when the test says so, all other at once."""

    def __init__(self, *_: object, **__: object) -> None:
        self.first: Future | None = None

    def submit(self, work: Callable[..., object], /, *args: object, **named: object) -> Future:
        future: Future = Future()
        future.set_running_or_notify_cancel()
        if self.first is None:
            self.first = future
        else:
            future.set_result(work(*args, **named))
        return future


@pytest.mark.parametrize("turns_of_the_loop", range(8))
async def test_whenever_one_goes_the_next_has_the_turn(turns_of_the_loop, monkeypatch):
    threads = ByHand()
    monkeypatch.setattr(module, "ThreadPoolExecutor", lambda *_, **__: threads)
    turns = Turns(1)
    _, gone = await lined_up(turns, (GREEDY, lambda: "first"), (OTHER, lambda: "gone"))
    await until(lambda: threads.first is not None)
    threads.first.set_result("first")
    for _ in range(turns_of_the_loop):
        await asyncio.sleep(0)
    gone.cancel()
    async with asyncio.timeout(PATIENCE_S):
        assert await turns.run(THIRD, lambda: "last") == "last"


async def test_what_has_begun_goes_on_to_its_end_and_keeps_its_thread_until_then():
    turns, held = Turns(1), Held()
    (gone,) = await lined_up(turns, (GREEDY, held))
    await until(held.begun.is_set)
    gone.cancel()
    await asyncio.wait([gone])
    (next_one,) = await lined_up(turns, (OTHER, held.over.is_set))
    for _ in range(10):
        await asyncio.sleep(0)
    assert not next_one.done()
    held.may_end.set()
    assert await next_one is True


async def test_what_has_begun_is_not_even_cut_off_where_it_waits_for_the_event_loop():
    """As when a stored log is announced."""
    asked, may_end, over, announced = asyncio.Event(), asyncio.Event(), asyncio.Event(), []

    async def announce() -> None:
        asked.set()
        try:
            await may_end.wait()
            announced.append("all")
        finally:
            over.set()

    (gone,) = await lined_up(Turns(1), (GREEDY, async_to_sync(announce)))
    await asked.wait()
    gone.cancel()
    await asyncio.wait([gone])
    may_end.set()
    async with asyncio.timeout(PATIENCE_S):
        await over.wait()
    assert announced == ["all"]


async def test_a_thread_comes_back_from_work_that_failed():
    turns = Turns(1)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            await turns.run(GREEDY, lambda: 1 // 0)


async def test_no_thread_keeps_a_connection_to_the_database():
    def look() -> None:
        list(connections.all())
        kept.append(connections["default"])

    kept: list[object] = []
    await Turns(1).run(GREEDY, look)
    assert kept[0].connection is None


def test_a_connections_network_is_what_the_guard_has_found_or_its_own():
    assert network_of_scope({"client": ["192.0.2.1", 5], "evendeal.network": OTHER}) == OTHER
    assert network_of_scope({"client": ["192.0.2.1", 5]}) == GREEDY
    assert network_of_scope({"client": None}) == network_of("")
