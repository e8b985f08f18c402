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


async def outcome(watching: Watching) -> int | None:
    """The code with which it is closed, None if it gets standings."""
    async with watching:
        await watching.until(lambda it: it.standings or it.closed_with)
    assert watching.standings or not watching.messages
    return None if watching.standings else watching.closed_with


async def test_an_unknown_event_or_address_closes_the_socket_with_4404(site):
    for name in ("2" * 16, "nothing", "a" * 64):
        assert await outcome(site.watch(name)) == 4404
    assert await outcome(Watching(f"{site.ws_url}/ws/v1/attempt/{'2' * 16}")) == 4404


@pytest.mark.extra
async def test_an_unlisted_event_needs_the_link_alone(site):
    event = await site.contest(await site.guest(), access="unlisted")
    assert await outcome(site.watch(event, Origin="https://elsewhere.example")) is None


@pytest.mark.extra
async def test_an_invite_only_event_is_open_to_the_session_of_an_entrant_on_our_own_pages(site):
    event = await site.contest(await site.guest(), **INVITE_ONLY)
    other = await site.contest(await site.guest())
    entrant = session_of_who_joins(site.url, event["id"], name="Anna Entrant", invite=event["invite"])[0]
    stranger = session_of_who_joins(site.url, other["id"], name="Sam Stranger")[0]
    watching = site.watch(event, Cookie=entrant, Origin=site.url)
    assert await outcome(watching) is None
    assert watching.standings[0]["results"][0]["player"]["name"] == "Anna Entrant"
    for headers in (
        {"Cookie": entrant, "Origin": "https://elsewhere.example"},
        {"Cookie": entrant, "Origin": "null"},
        {"Cookie": entrant},
        {"Cookie": stranger, "Origin": site.url},
        {"Cookie": "sessionid=nonsense", "Origin": site.url},
    ):
        assert await outcome(site.watch(event, **headers)) == 4403


async def test_an_invite_only_event_is_open_to_an_entrants_token_and_once_to_their_ticket(site):
    owner, stranger = await site.guest(), await site.guest()
    event = await site.contest(owner, **INVITE_ONLY)
    assert await outcome(site.watch(event)) == 4403
    assert await outcome(site.watch(event, Authorization=f"Bearer {owner}")) is None
    for token, code in ((owner, None), (stranger, 4403)):
        ticket = (await site.rest("POST", "/tickets", {}, token))["ticket"]
        assert await outcome(site.watch(event, f"?ticket={ticket}")) == code
        assert await outcome(site.watch(event, f"?ticket={ticket}")) == 4401


async def test_a_bad_ticket_token_or_version_is_refused_where_a_stranger_would_be_let_in(site):
    event = await site.contest(await site.guest())
    for query, headers, code, why in (
        ("?ticket=x", {}, 4401, "This ticket is not known, was used, or has expired."),
        ("", {"Authorization": "Bearer x"}, 4401, "This token is not known, or was revoked."),
        ("?since=yesterday", {}, 4400, "since must be one version, of at most 18 digits."),
    ):
        watching = site.watch(event, query, **headers)
        assert await outcome(watching) == code
        assert watching.socket.close_reason == why


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
def test_a_cookie_speaks_only_for_sockets_of_our_own_pages(headers, ours, settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    settings.CSRF_TRUSTED_ORIGINS = ["https://pages.example", "https://*.below.example"]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    assert from_our_pages({"headers": headers, "query_string": b"\xff"}) is ours


def refusal(scope: dict[str, Any], ask: Any = caller) -> CloseSocket:
    with pytest.raises(CloseSocket) as refused:
        ask(scope)
    return refused.value


@pytest.mark.django_db
def test_a_ticket_or_token_speaks_for_its_player_whatever_cookie_comes_with_it():
    ann, bea = (
        Player.objects.create(name=name, look=name, shape=name, created_at="2026-11-21T12:00Z")
        for name in ("ann", "bea")
    )
    ours = [LOCAL, (b"origin", b"http://localhost")]
    scope = {
        "headers": ours,
        "query_string": b"",
        "user": ann,
        "session": SimpleNamespace(session_key="key"),
    }
    assert caller(scope) == Caller(ann, session=SignedIn.of("key", ann))
    for query in (b"ticket=", b"ticket=x", b"ticket=x&ticket=y"):
        assert refusal({**scope, "query_string": query}).code == 4401
    token, secret = Token.issue(player=bea, name="a bot", scopes=("read",), now=timezone.now())

    def with_header(value: str) -> dict[str, Any]:
        return {**scope, "headers": [*ours, (b"authorization", value.encode())]}

    who = caller(with_header(f"Bearer {secret}"))
    assert who == Caller(bea, token_id=token.pk)
    assert who.player.scopes == ("read",)
    assert caller(with_header(f"bearer  {secret} ")) == who
    others, unknown = (f"Basic {secret}", secret, ""), ("Bearer", f"Bearer {secret}x", "Bearer \x00\xff")
    for bad in (*others, *unknown):
        refused = refusal(with_header(bad))
        assert refused.code == 4401
        assert ("Send the token as" in refused.reason) == (bad in others)
    Token.objects.update(revoked_at=timezone.now())
    assert refusal(with_header(f"Bearer {secret}")).code == 4401


def test_the_scheme_of_a_socket_is_that_of_its_page() -> None:
    headers = [LOCAL, (b"origin", b"https://localhost")]
    assert from_our_pages({"scheme": "wss", "headers": headers})
    assert not from_our_pages({"scheme": "ws", "headers": headers})
    assert not from_our_pages({"scheme": "wss", "headers": [LOCAL, (b"origin", b"http://localhost")]})


def test_without_a_proxy_in_front_nobody_may_say_that_it_was_https() -> None:
    assert not from_our_pages({"headers": [LOCAL, (b"origin", b"https://localhost"), BY_PROXY]})


@pytest.mark.django_db
def test_while_the_database_does_not_answer_a_socket_is_closed_with_4503(monkeypatch):
    def away(*_: object) -> None:
        raise OperationalError("the database is away")

    monkeypatch.setattr(standings_socket, "require_watchable", away)
    scope = {"query_string": b"", "headers": [], "user": AnonymousUser()}
    assert refusal(scope, lambda scope: standings_socket.admit_watcher("2" * 16, scope)).code == 4503


def test_since_is_a_version_and_anything_else_is_refused_with_4400():
    for query, version in (
        (b"", -1),
        (b"since=0", 0),
        (b"since=007", 7),
        (b"x=1&since=" + b"9" * 18, 10**18 - 1),
    ):
        assert since(query) == version
    bad = b" -1 +1 0x1 1.0 %D9%A3 %FF \xff 1&since=2".split(b" ")
    for query in (*(b"since=" + each for each in bad), b"since=" + b"9" * 19, b"&".join([b"a=1"] * 30)):
        assert refusal(query, since).code == 4400, query
