"""Who may watch: everyone with the link; an invite-only event only its entrants and its organiser."""

from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import OperationalError
from django.utils import timezone

from competitions.models import Player, Token
from competitions.people.sessions import SignedIn
from competitions.realtime import standings_socket
from competitions.realtime.admission import Caller, CloseSocket, caller, from_our_pages, since
from tests.clients.pages import session_of_who_joins
from tests.clients.sockets import Watching

INVITE_ONLY = {"access": "invite"}


async def test_an_unknown_event_closes_the_socket_with_4404(site: Any) -> None:
    for name in ("2" * 16, "nothing", "a" * 64):
        async with site.watch(name) as standings_socket:
            await standings_socket.until(lambda it: it.closed_with)
        assert (standings_socket.closed_with, standings_socket.messages) == (4404, [])


async def test_a_socket_at_no_address_is_closed_with_4404(site: Any) -> None:
    async with Watching(f"{site.ws_url}/ws/v1/attempt/{'2' * 16}") as standings_socket:
        await standings_socket.until(lambda it: it.closed_with)
    assert (standings_socket.closed_with, standings_socket.messages) == (4404, [])


@pytest.mark.extra
async def test_an_unlisted_event_needs_the_link_alone(site: Any) -> None:
    event = await site.contest(await site.guest(), access="unlisted")
    async with site.watch(event, Origin="https://elsewhere.example") as standings_socket:
        await standings_socket.until(lambda it: it.standings)


async def test_an_invite_only_event_is_closed_to_strangers_with_4403(site: Any) -> None:
    event = await site.contest(await site.guest(), **INVITE_ONLY)
    async with site.watch(event) as standings_socket:
        await standings_socket.until(lambda it: it.closed_with)
    assert (standings_socket.closed_with, standings_socket.messages) == (4403, [])


@pytest.mark.extra
async def test_an_invite_only_event_is_open_to_the_session_of_an_entrant_on_our_own_pages(site: Any) -> None:
    event = await site.contest(await site.guest(), **INVITE_ONLY)
    other = await site.contest(await site.guest())
    entrant = session_of_who_joins(site.url, event["id"], name="Anna Entrant", invite=event["invite"])[0]
    stranger = session_of_who_joins(site.url, other["id"], name="Sam Stranger")[0]
    async with site.watch(event, Cookie=entrant, Origin=site.url) as standings_socket:
        await standings_socket.until(lambda it: it.standings)
        assert standings_socket.standings[0]["results"][0]["player"]["name"] == "Anna Entrant"
    for headers in (
        {"Cookie": entrant, "Origin": "https://elsewhere.example"},
        {"Cookie": entrant, "Origin": "null"},
        {"Cookie": entrant},
        {"Cookie": stranger, "Origin": site.url},
        {"Cookie": "sessionid=nonsense", "Origin": site.url},
    ):
        async with site.watch(event, **headers) as standings_socket:
            await standings_socket.until(lambda it: it.closed_with)
        assert (standings_socket.closed_with, standings_socket.messages) == (4403, [])


async def test_an_invite_only_event_is_open_to_an_entrants_ticket_once(site: Any) -> None:
    owner, stranger = await site.guest(), await site.guest()
    event = await site.contest(owner, **INVITE_ONLY)
    for token, code in ((owner, None), (stranger, 4403)):
        ticket = (await site.rest("POST", "/tickets", {}, token))["ticket"]
        async with site.watch(event, f"?ticket={ticket}") as standings_socket:
            await standings_socket.until(lambda it: it.standings or it.closed_with)
        assert bool(standings_socket.standings) is (code is None)
        async with site.watch(event, f"?ticket={ticket}") as again:
            await again.until(lambda it: it.closed_with)
        assert (again.closed_with, again.messages) == (4401, [])


async def test_a_program_comes_with_its_token_in_the_handshake(site: Any) -> None:
    owner = await site.guest()
    event = await site.contest(owner, **INVITE_ONLY)
    async with site.watch(event, Authorization=f"Bearer {owner}") as standings_socket:
        await standings_socket.until(lambda it: it.standings)


@pytest.mark.parametrize(
    ("query", "headers", "why"),
    [
        ("?ticket=x", {}, "This ticket is not known, was used, or has expired."),
        ("", {"Authorization": "Bearer x"}, "This token is not known, or was revoked."),
    ],
)
async def test_a_bad_ticket_or_token_is_told_so_where_a_stranger_would_be_let_in(
    site: Any, query: str, headers: dict[str, str], why: str
) -> None:
    event = await site.contest(await site.guest())
    async with site.watch(event, query, **headers) as standings_socket:
        await standings_socket.until(lambda it: it.closed_with)
    assert (standings_socket.closed_with, standings_socket.messages) == (4401, [])
    assert standings_socket.socket.close_reason == why


LOCAL = (b"host", b"localhost")
BY_PROXY = (b"x-forwarded-proto", b"https")


@pytest.mark.parametrize(
    ("headers", "ours"),
    [
        ([(b"host", b"localhost:8000"), (b"origin", b"http://localhost:8000")], True),
        ([LOCAL, (b"origin", b"http://localhost")], True),
        ([LOCAL, (b"origin", b"https://localhost")], False),
        ([LOCAL, (b"origin", b"ftp://localhost")], False),
        ([LOCAL, (b"origin", b"localhost")], False),
        ([LOCAL, (b"origin", b"https://localhost"), BY_PROXY], True),
        ([LOCAL, (b"origin", b"http://localhost"), BY_PROXY], False),
        ([LOCAL, (b"origin", b"https://localhost"), (b"x_forwarded_proto", b"https")], False),
        ([LOCAL, (b"origin", b"http://localhost"), (b"origin", b"http://evil.example")], False),
        ([(b"host", b"localhost:8000"), (b"origin", b"http://localhost:9000")], False),
        ([LOCAL, (b"origin", b"http://localhost.evil.example")], False),
        ([LOCAL, (b"origin", b"http://localhost@evil.example")], False),
        ([LOCAL, (b"origin", b"http://[")], False),
        ([LOCAL, (b"origin", b"null")], False),
        ([LOCAL], False),
        ([(b"origin", b"http://localhost")], False),
        ([(b"host", b"evil.example"), (b"origin", b"http://evil.example")], False),
        ([LOCAL, (b"origin", b"https://pages.example")], True),
        ([LOCAL, (b"origin", b"http://pages.example")], False),
        ([LOCAL, (b"origin", b"https://deep.below.example")], True),
        ([LOCAL, (b"origin", b"http://deep.below.example")], False),
        ([], False),
    ],
)
def test_a_cookie_speaks_only_for_sockets_of_our_own_pages(
    headers: list[tuple[bytes, bytes]], ours: bool, settings: Any
) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://pages.example", "https://*.below.example"]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert from_our_pages({"headers": headers, "query_string": b"\xff"}) is ours


@pytest.mark.django_db
@pytest.mark.parametrize("query", [b"ticket=", b"ticket=x", b"ticket=x&ticket=y"])
def test_a_bad_ticket_opens_nothing_whatever_cookie_comes_with_it(query: bytes) -> None:
    player = Player.objects.create(name="Ann", look="ann", shape="ann", created_at="2026-11-21T12:00Z")
    ours = [LOCAL, (b"origin", b"http://localhost")]
    scope = {
        "headers": ours,
        "query_string": b"",
        "user": player,
        "session": SimpleNamespace(session_key="key"),
    }
    assert caller(scope) == Caller(player, session=SignedIn.of("key", player))
    with pytest.raises(CloseSocket) as refused:
        caller({**scope, "query_string": query})
    assert refused.value.code == 4401


@pytest.mark.django_db
def test_a_token_speaks_for_its_player_whatever_cookie_comes_with_it() -> None:
    ann, bea = (
        Player.objects.create(name=name, look=name, shape=name, created_at="2026-11-21T12:00Z")
        for name in ("ann", "bea")
    )
    token, secret = Token.issue(player=bea, name="a bot", scopes=("read",), now=timezone.now())
    ours = [LOCAL, (b"origin", b"http://localhost")]
    scope = {"headers": ours, "query_string": b"", "user": ann}

    def with_header(value: str) -> dict[str, Any]:
        return {**scope, "headers": [*ours, (b"authorization", value.encode())]}

    who = caller(with_header(f"Bearer {secret}"))
    assert who == Caller(bea, token_id=token.pk)
    assert who.player.scopes == ("read",)
    assert caller(with_header(f"bearer  {secret} ")) == who
    others, unknown = (f"Basic {secret}", secret, ""), ("Bearer", f"Bearer {secret}x", "Bearer \x00\xff")
    for bad in (*others, *unknown):
        with pytest.raises(CloseSocket) as refused:
            caller(with_header(bad))
        assert refused.value.code == 4401
        assert ("Send the token as" in refused.value.reason) == (bad in others)
    Token.objects.update(revoked_at=timezone.now())
    with pytest.raises(CloseSocket) as refused:
        caller(with_header(f"Bearer {secret}"))
    assert refused.value.code == 4401


def test_the_scheme_of_a_socket_is_that_of_its_page() -> None:
    headers = [LOCAL, (b"origin", b"https://localhost")]
    assert from_our_pages({"scheme": "wss", "headers": headers})
    assert not from_our_pages({"scheme": "ws", "headers": headers})
    assert not from_our_pages({"scheme": "wss", "headers": [LOCAL, (b"origin", b"http://localhost")]})


def test_without_a_proxy_in_front_nobody_may_say_that_it_was_https() -> None:
    assert not from_our_pages({"headers": [LOCAL, (b"origin", b"https://localhost"), BY_PROXY]})


@pytest.mark.django_db
def test_while_the_database_does_not_answer_a_socket_is_closed_with_4503(monkeypatch: Any) -> None:
    def away(*_: object) -> None:
        raise OperationalError("the database is away")

    monkeypatch.setattr(standings_socket, "require_watchable", away)
    with pytest.raises(CloseSocket) as refused:
        standings_socket.admit_watcher(
            "2" * 16, {"query_string": b"", "headers": [], "user": AnonymousUser()}
        )
    assert refused.value.code == 4503


@pytest.mark.parametrize(
    ("query", "version"),
    [(b"", -1), (b"since=0", 0), (b"since=007", 7), (b"x=1&since=" + b"9" * 18, 10**18 - 1)],
)
def test_since_is_a_version(query: bytes, version: int) -> None:
    assert since(query) == version


@pytest.mark.parametrize(
    "query",
    [
        b"since=",
        b"since=-1",
        b"since=+1",
        b"since=0x1",
        b"since=1.0",
        b"since=%D9%A3",
        b"since=%FF",
        b"since=\xff",
        b"since=1&since=2",
        b"since=" + b"9" * 19,
        b"&".join([b"a=1"] * 30),
    ],
)
def test_a_since_that_is_no_version_is_refused_with_4400(query: bytes) -> None:
    with pytest.raises(CloseSocket) as refused:
        since(query)
    assert refused.value.code == 4400
