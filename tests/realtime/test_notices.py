"""The socket of a player's notices, seen from the outside: what it tells, to whom, and until when."""

import asyncio
from contextlib import AsyncExitStack
from itertools import pairwise
from typing import Any
from unittest.mock import AsyncMock

import pytest

from competitions.realtime import bells
from competitions.realtime.bells import Inbox, InboxBell
from competitions.realtime.watcher import Watcher
from tests.clients.pages import session_of_who_joins
from tests.clients.rest import Client, over_http
from tests.clients.sockets import Watching

from .sites import Site


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


async def circle_of(site: Site, owner: str, *members: str) -> tuple[str, list[str]]:
    """A circle, and the ids of its other members."""
    circle = await site.rest("POST", "/circles", {"name": "Sunday club"}, owner)
    path = f"/circles/{circle['id']}"
    for member in members:
        await site.rest("POST", f"{path}/members", {"invite": circle["invite"]}, member)
    return path, [(await site.rest("GET", "/me", token=member))["id"] for member in members]


def take_away(site: Site, path: str, token: str) -> None:
    assert Client(over_http(site.url), token).request("DELETE", path).status == 204


def news(bell: Watching) -> list[dict[str, Any]]:
    """What was told, without the counts that only broke a silence."""
    told = bell.messages[:1]
    for message, (before, at) in zip(bell.messages[1:], pairwise(bell.came_at), strict=True):
        is_known = message == {"type": "unread", "unread": told[-1]["unread"]}
        if not is_known or at - before < bells.REPEAT_S / 2:
            told.append(message)
    return told


@pytest.mark.extra
async def test_a_notice_is_told_at_once_to_its_player_alone_and_so_is_that_it_was_read(sites):
    writing, reading = sites
    owner, player, other = [await writing.guest() for _ in range(3)]
    path, [out, _] = await circle_of(writing, owner, player, other)
    async with (
        reading.hear_notices(**bearer(player)) as bell,
        reading.hear_notices(**bearer(player)) as at_home,
        reading.hear_notices(**bearer(other)) as others,
    ):
        for each in (bell, at_home, others):
            await each.until(lambda it: it.messages)
        take_away(writing, f"{path}/members/{out}", owner)
        for each in (bell, at_home):
            await each.until(lambda it: it.of("notice"))
        [listed] = (await reading.rest("GET", "/notices", token=player))["results"]
        assert (listed["type"], listed["read"]) == ("circle", False)
        expected = [{"type": "unread", "unread": 0}, {"type": "notice", "notice": listed, "unread": 1}]
        assert news(bell) == news(at_home) == expected
        await writing.rest("POST", "/notices/read", {"before": listed["at"]}, player)
        for each in (bell, at_home):
            await each.until(lambda it: len(news(it)) == 3)
            assert news(each)[2] == {"type": "unread", "unread": 0}
        assert news(others) == [{"type": "unread", "unread": 0}]


async def test_a_page_that_cannot_be_told_stops_no_other(monkeypatch):
    told = asyncio.Event()

    def tell(bell: InboxBell, inbox: Inbox) -> None:
        if bell.player_id == "broken":
            raise ValueError("a notice that nobody can say")
        told.set()

    monkeypatch.setattr(InboxBell, "send", tell)
    monkeypatch.setattr(bells, "inboxes", lambda due: {each: Inbox(1, []) for each in sorted(due)})
    pages = bells.Bells()
    both = [InboxBell(player, Watcher(AsyncMock()), "en") for player in ("broken", "whole")]
    for bell in both:
        pages.join(bell)
    async with asyncio.timeout(10):
        await told.wait()
    for bell in both:
        pages.leave(bell)


async def test_what_was_there_before_is_in_the_first_count_alone(site):
    owner, player = await site.guest(), await site.guest()
    path, [out] = await circle_of(site, owner, player)
    take_away(site, f"{path}/members/{out}", owner)
    async with site.hear_notices(**bearer(player)) as bell:
        await bell.until(lambda it: it.messages)
        assert bell.messages == [{"type": "unread", "unread": 1}]


@pytest.mark.extra
async def test_it_is_open_to_a_player_who_may_read_and_to_no_page_of_another_site(site):
    owner = await site.guest()
    event = await site.contest(owner)
    cookie = session_of_who_joins(site.url, event["id"], name="Anna Awaits")[0]
    playing = await site.rest("POST", "/tokens", {"name": "x", "scopes": ["play"]}, owner)
    ticket = (await site.rest("POST", "/tickets", {}, owner))["ticket"]
    elsewhere = {"Cookie": cookie, "Origin": "https://elsewhere.example"}
    for code, query, headers in (
        (None, f"?ticket={ticket}", {}),
        (4401, f"?ticket={ticket}", {}),
        (None, "", {"Cookie": cookie, "Origin": site.url}),
        (4401, "", elsewhere),
        (4401, "", {}),
        (4401, "", bearer("x")),
        (4403, "", bearer(playing["token"])),
    ):
        async with site.hear_notices(query, **headers) as bell:
            await bell.until(lambda it: it.messages or it.closed_with)
            assert (bell.closed_with, len(bell.messages)) == (code, 1 if code is None else 0)


@pytest.mark.extra
async def test_it_is_closed_with_the_token_and_with_the_player(site):
    stays, revoked, deleted = [await site.guest() for _ in range(3)]
    made = await site.rest("POST", "/tokens", {"name": "x", "scopes": ["read"]}, revoked)
    ticket = (await site.rest("POST", "/tickets", {}, deleted))["ticket"]
    async with (
        site.hear_notices(**bearer(stays)) as open_still,
        site.hear_notices(**bearer(made["token"])) as of_the_token,
        site.hear_notices(f"?ticket={ticket}") as of_the_player,
    ):
        for each in (open_still, of_the_token, of_the_player):
            await each.until(lambda it: it.messages)
        take_away(site, f"/tokens/{made['id']}", revoked)
        take_away(site, "/me", deleted)
        for each in (of_the_token, of_the_player):
            await each.until(lambda it: it.closed_with is not None)
            assert each.closed_with == 4401
        assert open_still.closed_with is None


@pytest.mark.extra
async def test_who_talks_to_it_or_opens_too_many_is_closed_out(site):
    player = await site.guest()
    async with AsyncExitStack() as stack:
        bells = []
        for _ in range(16 + 1):
            bells.append(await stack.enter_async_context(site.hear_notices(**bearer(player))))
            await bells[-1].until(lambda it: it.messages or it.closed_with)
        assert bells[-1].closed_with == 4429
        for _ in range(33):
            await bells[0].socket.send("{}")
        await bells[0].until(lambda it: it.closed_with)
        assert bells[0].closed_with == 4429
        assert bells[1].closed_with is None


async def test_a_page_hears_its_count_again_before_its_silence_is_long(monkeypatch):
    """From 45 seconds of silence a page takes its line for dead; all are looked at every `LOOK_EVERY_S`."""
    assert bells.REPEAT_S + bells.LOOK_EVERY_S < 20
    clock = [0.0]
    monkeypatch.setattr(bells, "monotonic", lambda: clock[0])
    send = AsyncMock()
    bell = InboxBell("player", Watcher(send), "en")
    for seconds in (0.0, 9.0, 10.0, 19.0, 20.0):
        clock[0] = seconds
        bell.send(Inbox(3, []))
        await asyncio.sleep(0)
    assert [call.args for call in send.await_args_list] == [('{"type":"unread","unread":3}',)] * 3
