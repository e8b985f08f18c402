"""Sockets on one attempt, kept in step: what one of them does, what is done over REST, and what time does."""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import chain

import pytest

from competitions.play import devices as module
from competitions.play.devices import OVER, Age, Device, Devices, ShownAttempt
from tests.clients.contests import sealed
from tests.servers.running import PATIENCE_S

from .seats import close_soon, sit_down
from .sites import guest

WELCOME = ShownAttempt("welcome", Age(False))


@pytest.fixture
def player(sites):
    return guest(sites[0])


def quiet(*tables):
    """Whether none of these sockets is sent anything, for longer than the server takes between two looks."""
    for table, seconds in zip(tables, (1.6, 0.05, 0.05), strict=False):
        with suppress(TimeoutError):
            table.socket.recv(seconds)
            return False
    return True


@pytest.mark.extra
def test_what_is_done_at_one_device_or_over_rest_is_heard_once_at_every_process(player, sites):
    here, there = sites
    seat = sit_down(player, player.create(play="open", rounds=[{"game": "winabit", "seed": "pub"}]))
    with (
        here.table(player, seat.attempt) as mine,
        here.table(player, seat.attempt) as near,
        there.table(player, seat.attempt) as far,
    ):
        assert [table.hear()["view"]["ply"] for table in (mine, near, far)] == [0, 0, 0]
        for ply in range(5):
            moved = mine.play(ply, "turn")
            assert moved["view"]["ply"] == ply + 1
            assert near.hear() == far.hear() == moved
        assert mine.play(0, "redeal")["code"] == "stale_ply"
        assert mine.play(5, "redeal")["code"] == "illegal_move"
        for act, state, ply in (
            (lambda: seat.play(5, "turn", "turn"), "running", 7),
            (lambda: seat.undo(1), "running", 1),
            (seat.finish, "finished", 1),
        ):
            act()
            heard = mine.hear()
            assert (heard["state"], heard["view"]["ply"]) == (state, ply)
            assert near.hear() == far.hear() == heard
        assert quiet(mine, near, far)


@pytest.mark.extra
def test_an_end_that_is_moved_and_the_servers_own_end_are_heard_at_every_process(player, sites):
    event = player.create(**sealed("winabit", time_limit_s=3600), closes_at="2099-01-01T12:00:00Z")
    seat = sit_down(player, event)
    with sites[0].table(player, seat.attempt) as near, sites[1].table(player, seat.attempt) as far:
        limit = near.hear()["deadline"]
        assert far.hear()["deadline"] == limit == seat.attempt["deadline"]
        later = datetime.fromisoformat(limit) + timedelta(hours=1)
        assert player.change(event, time_limit_s=7200).status == 200
        limit = f"{later:%Y-%m-%dT%H:%M:%S}"
        assert near.hear()["deadline"][:19] == far.hear()["deadline"][:19] == limit
        assert near.play(0, "turn")["deadline"][:19] == limit
        assert far.hear()["view"]["ply"] == 1
        soon = (datetime.now(UTC) + timedelta(minutes=30)).replace(microsecond=0)
        assert player.change(event, closes_at=soon.isoformat()).status == 200
        for table in (near, far):
            heard = table.hear()
            assert (heard["deadline"], heard["view"]["ply"]) == (f"{soon:%Y-%m-%dT%H:%M:%SZ}", 1)
        assert near.play(1, "turn")["deadline"] == f"{soon:%Y-%m-%dT%H:%M:%SZ}"
        assert far.hear()["view"]["ply"] == 2
        close_soon(player, event)
        last = []
        for table in (near, far):
            while (heard := table.hear())["state"] == "running":  # it may hear of the new end before
                pass
            last.append(heard)
        assert last[0] == last[1]
        assert last[0]["view"]["ply"] == 2
        assert seat.look()["state"] == "finished"


async def test_many_endings_are_read_together_and_one_that_fails_silences_nobody(caplog, monkeypatch):
    """Every attempt is over, and the server looks and tells without delay."""
    monkeypatch.setattr(module, "GRACE_S", 0)
    monkeypatch.setattr(module, "LOOK_EVERY_S", 0.05)
    monkeypatch.setattr(module, "ages_of", lambda attempt_ids: dict.fromkeys(attempt_ids, OVER))
    asked, told, all_told = [], [], asyncio.Event()
    playing = [f"attempt {number}" for number in range(120)]

    async def look(attempt_ids):
        asked.append(list(attempt_ids))
        broken = ZeroDivisionError("the queen of spades")
        return {each: broken if each == "attempt 7" else ShownAttempt(each, OVER) for each in attempt_ids}

    async def send(text):
        told.append(text)
        if len(told) == 119:
            all_told.set()

    devices = Devices()
    listening = {each: Device(WELCOME, send, look, "en") for each in playing}
    for attempt_id, device in listening.items():
        devices.join(attempt_id, device)
    async with asyncio.timeout(PATIENCE_S):
        await all_told.wait()
        while asked.count(["attempt 7"]) < 3:
            await asyncio.sleep(0.01)
    for attempt_id, device in listening.items():
        devices.leave(attempt_id, device)
    assert sorted(told) == sorted(set(playing) - {"attempt 7"})
    assert [len(some) for some in asked[:3]] == [50, 50, 20]
    assert set(chain.from_iterable(asked[3:])) == {"attempt 7"}, "who was told is not looked at again"
    assert caplog.messages == ["attempt attempt 7 cannot be looked at: ZeroDivisionError"]


async def test_a_device_is_told_what_is_news_to_it_and_that_the_line_is_not_dead(monkeypatch):
    assert module.QUIET_S + module.LOOK_EVERY_S < 20
    clock, sent = [0.0], []
    monkeypatch.setattr(module, "monotonic", lambda: clock[0])

    async def send(text):
        sent.append((clock[0], text))

    devices, device = (
        Devices(),
        Device(ShownAttempt("welcome", Age(False, ply=3)), send, look=None, language="en"),
    )
    devices.listening["attempt"] = {device}
    for second in range(34):
        clock[0] = float(second)
        await devices.break_silence()
        if second == 3:
            for text, age in (
                ("the same", Age(False, ply=3)),
                ("older", Age(False, ply=2)),
                ("a move", Age(False, ply=4)),
                ("a takeback", Age(False, takebacks=1)),
                ("before the takeback", Age(False, ply=5)),
                ("the end", OVER),
                ("before the end", Age(False, takebacks=2)),
            ):
                await device.tell(ShownAttempt(text, age))
    news = [(3.0, "a move"), (3.0, "a takeback"), (3.0, "the end")]
    assert sent == [*news, (18.0, module.ALIVE), (33.0, module.ALIVE)]
