"""The live feed as /guides/contract#live promises it, seen from the outside."""

import asyncio
import socket
import time
from contextlib import AsyncExitStack
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from .logs import DEAL, improving_logs
from .sites import Site, shown

SOON_S = (2, 8, 32)
"""How many seconds ahead a round is set to open: more at each try, if the machine was too slow before."""


async def follows(watching, site, event) -> None:
    """The watcher comes to see just what a GET gives."""
    now = await site.standings(event)
    await watching.until(lambda it: it.version == now["version"])
    assert shown(watching.standings[-1]) == shown(now)


async def test_a_newcomer_gets_the_state_and_the_standings(site):
    owner = await site.guest()
    event = await site.contest(owner)
    await site.enter(event, owner)
    async with site.watch(event) as watching:
        await watching.until(lambda it: it.standings)
        assert shown(watching.standings[0]) == shown(await site.standings(event))
        (state,) = watching.of("state")
        assert state["state"] == "running"
        assert [(each["number"], each["state"]) for each in state["rounds"]] == [(1, "open")]


async def test_a_change_reaches_everyone_as_the_same_text_whatever_they_say(sites):
    writing, reading = sites
    owner = await writing.guest()
    event = await writing.contest(owner)
    async with reading.watch(event) as one, reading.watch(event) as other:
        for watching in (one, other):
            await watching.until(lambda it: it.standings)
        for word in ("hello", "{}", "", "[" * 1000):
            await one.socket.send(word)
        await writing.enter(event, owner)
        await writing.submit(event, owner, improving_logs()[-1])
        for watching in (one, other):
            await follows(watching, reading, event)
        last = [next(text for text in reversed(it.texts) if '"standings"' in text) for it in (one, other)]
        assert last[0] == last[1]


@pytest.mark.parametrize(
    ("sites", "players"),
    [
        ("two processes", 6),
        *(pytest.param(where, 30, marks=pytest.mark.extra) for where in ("one process", "two processes")),
    ],
    indirect=["sites"],
)
async def test_a_burst_of_logs_gives_few_messages_and_the_final_state(sites, players):
    """Ten of each player."""
    writing, reading = sites
    tokens = await asyncio.gather(*(writing.guest() for _ in range(players)))
    event = await writing.contest(tokens[0])
    await asyncio.gather(*(writing.enter(event, token) for token in tokens))
    ahead = []

    async def play(token: str) -> None:
        for moves in improving_logs()[:10]:
            await writing.submit(event, token, moves)

    async def compare_on_receipt(watching: Any) -> None:
        seen = -1
        while True:
            await watching.until(lambda it, seen=seen: it.version > seen)
            message = watching.standings[-1]
            seen = message["version"]
            now = await reading.standings(event)
            better = {row["entry"]: row["total"] for row in now["results"]}
            if now["version"] < seen or now["total"] < message["total"]:
                ahead.append((message, now))
            ahead.extend(row for row in message["results"] if better[row["entry"]] > row["total"])

    started = time.monotonic()
    async with reading.watch(event) as watching, reading.watch(event) as comparing:
        await watching.until(lambda it: it.standings)
        comparison = asyncio.create_task(compare_on_receipt(comparing))
        await asyncio.gather(*map(play, tokens))
        final = await reading.standings(event)
        await watching.until(lambda it: it.version == final["version"])
        comparison.cancel()
    assert final["version"] > watching.standings[0]["version"]
    assert shown(watching.standings[-1]) == shown(final)
    versions = [message["version"] for message in watching.standings]
    assert versions == sorted(set(versions)), "versions only grow"
    # The first standings and the first change are sent at once, and after them at most four a second.
    assert len(versions) <= 4 * (watching.came_at[-1] - started) + 2
    assert not ahead, "a message showed more than a GET made on receipt"


async def test_a_client_gets_the_newest_standings_above_its_own_version(site):
    owner = await site.guest()
    event = await site.contest(owner)
    await site.enter(event, owner)
    for moves in improving_logs()[:3]:
        await site.submit(event, owner, moves)
    version = (await site.standings(event))["version"]
    async with (
        site.watch(event, f"?since={version}") as knowing,
        site.watch(event, f"?since={version + 100}") as of_a_backup,
        site.watch(event, f"?since={version - 1}") as behind,
    ):
        await behind.until(lambda it: it.standings)
        assert shown(behind.standings[0]) == shown(await site.standings(event))
        await knowing.until(lambda it: it.of("state"))
        await site.submit(event, owner, improving_logs()[3])
        for each in (behind, knowing, of_a_backup):
            await follows(each, site, event)
    assert [message["version"] for message in behind.standings] == [version, version + 1]
    assert knowing.standings[0]["version"] == version + 1
    assert of_a_backup.standings[0]["version"] == version, "a version above the contest's own is nothing"


@pytest.mark.extra
async def test_a_round_that_opens_by_time_sends_the_state_and_moves_the_totals(sites):
    writing, reading = sites
    owner = await writing.guest()
    async with AsyncExitStack() as stack:
        for seconds in SOON_S:
            opening = datetime.now(UTC) + timedelta(seconds=seconds)
            later = {"game": "three-by-three", "opens_at": opening.isoformat()}
            event = await writing.contest(owner, rounds=[DEAL, later])
            await writing.enter(event, owner)
            watching = await stack.enter_async_context(reading.watch(event))
            await watching.until(lambda it: it.standings)
            before = watching.standings[-1]
            if datetime.now(UTC) < opening:
                break
        await watching.until(lambda it: len(it.of("state")) == 2)
        assert [round["state"] for round in watching.of("state")[1]["rounds"]] == ["open", "open"]
        assert datetime.now(UTC) >= opening
        await watching.until(lambda it: it.version > before["version"])
        after = watching.standings[-1]
        assert after["results"][0]["total"] == before["results"][0]["total"] + 30
        assert shown(after) == shown(await reading.standings(event))


@pytest.mark.extra
async def test_a_competition_that_closes_by_time_sends_the_state(site):
    owner = await site.guest()
    for seconds in SOON_S:
        closing = datetime.now(UTC) + timedelta(seconds=seconds)
        event = await site.contest(owner, closes_at=closing.isoformat())
        async with site.watch(event) as watching:
            await watching.until(lambda it: [m["state"] for m in it.of("state")][-1:] == ["closed"])
            if len(watching.of("state")) == 2:
                break
    assert [message["state"] for message in watching.of("state")] == ["running", "closed"]


@pytest.mark.parametrize("redis", [None, pytest.param("gone", marks=pytest.mark.extra)])
async def test_a_change_is_sent_though_its_wake_up_was_lost(request, redis):
    """Layers in memory do not reach from one process to the other, nor does a Redis that is gone."""
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        if redis is None:
            writing, reading = request.getfixturevalue("embedded")
        else:
            writing, url = request.getfixturevalue("connected")[0], request.getfixturevalue("postgres_url")
            gone = f"redis://127.0.0.1:{nobody.getsockname()[1]}/0"
            start = request.getfixturevalue("daphne_server")
            reading = Site(start({"DATABASE_URL": url, "REDIS_URL": gone}), 0)
        owner = await writing.guest()
        event = await writing.contest(owner)
        async with reading.watch(event) as watching:
            await watching.until(lambda it: it.standings)
            await writing.enter(event, owner)
            await writing.submit(event, owner, improving_logs()[0])
            await follows(watching, reading, event)


@pytest.mark.extra
async def test_a_client_that_never_reads_delays_nobody(site):
    tokens = await asyncio.gather(*(site.guest() for _ in range(8)))
    event = await site.contest(tokens[0])
    await asyncio.gather(*(site.enter(event, token) for token in tokens))
    loop = asyncio.get_running_loop()
    host, port = site.address.split(":")
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1)
        deaf.setblocking(False)
        await loop.sock_connect(deaf, (host, int(port)))
        request = (
            f"GET /ws/v1/competitions/{event['id']} HTTP/1.1\r\nHost: {site.address}\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        await loop.sock_sendall(deaf, request.encode())
        assert await loop.sock_recv(deaf, 12) == b"HTTP/1.1 101"
        async with site.watch(event) as watching:
            await watching.until(lambda it: it.standings)
            for moves in improving_logs()[:5]:
                await site.submit(event, tokens[0], moves)
                now = await site.standings(event)
                await watching.until(lambda it, now=now: it.version == now["version"])


async def test_the_number_of_watchers_counts_all_processes(connected):
    one, other = connected
    event = await one.contest(await one.guest())
    started = time.monotonic()
    async with one.watch(event) as first, other.watch(event) as second, other.watch(event) as third:
        for watching in (first, second, third):
            await watching.until(lambda it: it.of("presence") and it.of("presence")[-1]["watching"] == 3)
    # The number may be sent every five seconds, between the start and the last message.
    assert len(first.of("presence")) <= (first.came_at[-1] - started) / 5 + 1


async def test_a_watcher_that_talks_too_much_is_closed(site):
    event = await site.contest(await site.guest())
    async with site.watch(event) as other:
        for said, code in (([b"\x00"], 4415), (["x" * 1025], 4413), (["x"] * 40, 4429)):
            async with site.watch(event) as watching:
                await watching.until(lambda it: it.standings)
                for word in said:
                    await watching.socket.send(word)
                await watching.until(lambda it: it.closed_with)
                assert watching.closed_with == code
        await other.until(lambda it: it.standings)
        assert other.closed_with is None
