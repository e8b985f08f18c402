"""The live feed as server-sent events on a real server: what a socket is told, from where the reader was."""

import asyncio
import http.client
import json
import signal

import pytest

from tests.clients.pages import session_of_who_joins
from tests.clients.streams import CUT, ENDED
from tests.servers.running import PATIENCE_S

from .logs import improving_logs
from .sites import Site, shown

HEARTBEAT = ":"
"""The line that comes every fifteen seconds."""


@pytest.mark.extra
async def test_a_stream_has_the_very_messages_of_a_socket(embedded):
    site, other = embedded
    owner = await site.guest()
    event = await site.contest(owner, access="invite")
    bearer = {"Authorization": f"Bearer {owner}"}
    async with site.watch(event, **bearer) as socket, site.read(event, **bearer) as reader:
        await reader.until(lambda it: it.standings)
        await site.enter(event, owner, invite=event["invite"])
        for moves in improving_logs()[:3]:
            await site.submit(event, owner, moves)
        now = await site.standings(event, owner)
        for each in (socket, reader):
            await each.until(lambda it: it.version == now["version"])
            await each.until(lambda it: it.of("presence")[-1:] == [{"type": "presence", "watching": 2}])
        assert shown(reader.standings[-1]) == shown(now)
        last = [next(text for text in reversed(it.texts) if '"standings"' in text) for it in (socket, reader)]
        assert last[0] == last[1], "the very text, and not its like"
        for identity, message in zip(reader.ids, reader.messages, strict=True):
            assert identity == (str(message["version"]) if message["type"] == "standings" else None)
        versions = [message["version"] for message in reader.standings]
        assert versions == sorted(set(versions))
        assert [line.split(":")[0] for line in reader.lines if line != HEARTBEAT] == ["retry"]
    # It comes again to another process, which knows the same versions.
    async with (
        other.read(event, Last_Event_ID=reader.ids[-1] or str(reader.version), **bearer) as again,
        other.read(event, f"?since={reader.version - 1}", **bearer) as behind,
    ):
        await behind.until(lambda it: it.version == reader.version)
        await again.until(lambda it: it.of("state"))
        await other.submit(event, owner, improving_logs()[3])
        await again.until(lambda it: it.standings)
        assert again.standings[0]["version"] == reader.version + 1


@pytest.mark.extra
async def test_a_reader_goes_on_after_a_restart(daphne_server, sqlite_url):
    """One process ends in good order, and one is killed."""
    servers = daphne_server({"DATABASE_URL": sqlite_url})
    site = Site(servers, 0)
    owner = await site.guest()
    event = await site.contest(owner)
    await site.enter(event, owner)
    known, seen = "", []
    for number, (end, code) in enumerate([(signal.SIGTERM, ENDED), (signal.SIGKILL, CUT), (None, None)]):
        async with site.read(event, Last_Event_ID=known) as reader:
            await reader.until(lambda it: it.of("state"))
            await site.submit(event, owner, improving_logs()[number])
            now = await site.standings(event)
            await reader.until(lambda it, now=now: it.version == now["version"])
            assert shown(reader.standings[-1]) == shown(now)
            if end:
                servers.process.send_signal(end)
                await reader.until(lambda it: it.closed_with is not None)
                assert reader.closed_with == code
                servers = await asyncio.to_thread(daphne_server, {"DATABASE_URL": sqlite_url})
                site = Site(servers, 0)
            known = str(reader.version)
            seen += [message["version"] for message in reader.standings]
    assert seen == sorted(set(seen)), "it was told nothing twice"


async def test_an_invite_only_event_is_read_by_those_in_it(site):
    owner = await site.guest()
    event = await site.contest(owner, access="invite")
    cookie = session_of_who_joins(site.url, event["id"], name="Eve Entrant", invite=event["invite"])[0]
    ticket = (await site.rest("POST", "/tickets", {}, owner))["ticket"]
    for query, headers in (
        ("", {"Authorization": f"Bearer {owner}"}),
        ("", {"Cookie": cookie}),
        (f"?ticket={ticket}", {}),
    ):
        async with site.read(event, query, **headers) as reader:
            await reader.until(lambda it: it.standings)
    connection = http.client.HTTPConnection(site.address, timeout=PATIENCE_S)
    for query, outcome in (("", (403, "not_entered")), (f"?ticket={ticket}", (401, "unauthenticated"))):
        connection.request("GET", f"/api/v1/competitions/{event['id']}/stream{query}")
        refused = connection.getresponse()  # over one connection: it stays
        assert (refused.status, json.loads(refused.read())["code"]) == outcome
        assert refused.headers["Content-Type"] == "application/problem+json"
    connection.close()
