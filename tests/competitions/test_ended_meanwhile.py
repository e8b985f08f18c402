"""A session or a token that ends while something asks in its name: 401, and never a fault of ours."""

from contextlib import suppress
from functools import partial

import pytest
from django.contrib.sessions.models import Session
from django.test import Client as DjangoClient
from django.utils import timezone

from competitions.models import KnownBrowser, Player, Ticket, Token
from competitions.moderation.close_player import close_player
from competitions.people import last_uses
from competitions.people.known_browsers import end_all_browsers
from competitions.people.last_uses import note_session, write_uses
from competitions.people.register import register_guest
from competitions.people.sessions import SessionStore, SignedIn
from competitions.people.tickets import issue_ticket
from competitions.people.tokens import live_tokens, make_token, revoke_token
from competitions.refusals import Refusal
from tests.servers.databases import ALIKE, on_databases_that_lock
from tests.threads import at_once

ROUNDS = 40


@pytest.fixture
def ada(any_database, clock):
    return register_guest(name="Ada", bot=False, now=timezone.now())


def browser_of(player):
    pages = DjangoClient(raise_request_exception=False, headers={"X-CSRFToken": "c" * 32})
    pages.force_login(player)
    pages.cookies["csrftoken"] = "c" * 32
    return pages


def asked_by(player):
    """A ticket, asked for in the name of a page's session and of a token."""
    token, secret = Token.issue(player=player, name="bot", scopes=("play",), now=timezone.now())
    bot = DjangoClient(raise_request_exception=False, headers={"Authorization": f"Bearer {secret}"})
    pages = browser_of(player)
    return {"session": (pages, pages.session.session_key), "token": (bot, token.pk)}


ENDS = {
    "session deleted": lambda player, session, token: SessionStore(session).delete(),
    "only this browser": lambda player, session, token: end_all_browsers(player=player),
    "token revoked": lambda player, _, token: revoke_token(player=player, token_id=token, now=timezone.now()),
    "player closed": lambda player, session, token: close_player(player=player, now=timezone.now()),
}


BODY = {"name": "another", "scopes": ["play"]}


@pytest.mark.parametrize("any_database", ALIKE, indirect=True)
@pytest.mark.parametrize(
    ("asking", "end", "path", "make"),
    [
        *(
            ("session", end, "tickets", issue_ticket)
            for end in ("session deleted", "only this browser", "player closed")
        ),
        *(("token", end, "tickets", issue_ticket) for end in ("token revoked", "player closed")),
        ("token", "token revoked", "tokens", make_token),
    ],
)
def test_a_ticket_or_token_whose_asker_has_just_ended_is_refused(ada, monkeypatch, asking, end, path, make):
    asked = asked_by(ada)
    asker, (session, token) = asked[asking][0], (asked["session"][1], asked["token"][1])

    def ended_before(**what):
        ENDS[end](ada, session, token)
        return make(**what)

    monkeypatch.setattr(f"competitions.api.views.tokens.{make.__name__}", ended_before)
    body = BODY if path == "tokens" else {}
    answer = asker.post(f"/api/v1/{path}", body, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (401, "unauthenticated")
    assert not Ticket.objects.exists()
    assert not live_tokens(ada).exclude(pk=token).exists()


@on_databases_that_lock
@pytest.mark.parametrize("end", ["session deleted", "player closed"])
def test_of_tickets_and_ends_at_once_neither_fails(any_database, clock, end):
    for number in range(ROUNDS):
        player = register_guest(name=f"Ada {number}", bot=False, now=timezone.now())
        session = browser_of(player).session.session_key
        KnownBrowser.objects.create(
            session_id=session, player=player, browser="|", begun_at=clock.now, used_at=clock.now
        )

        def ask(player=player, session=session):
            with suppress(Refusal):
                issue_ticket(player=Player.objects.get(pk=player.pk), session=session, now=timezone.now())

        at_once(ask, partial(ENDS[end], player, session, None), ask)
    assert not Session.objects.exists()
    assert not Ticket.objects.exists()


@pytest.mark.parametrize("any_database", ALIKE, indirect=True)
def test_a_browser_whose_session_has_just_ended_is_not_noted(ada, monkeypatch, clock):
    keys = [browser_of(ada).session.session_key for _ in range(2)]
    for key in keys:
        note_session(session=SignedIn.of(key, ada), browser="|", now=clock.now)
    looked_for = last_uses.live_sessions

    def ended_since(sessions, now):
        live = looked_for(sessions, now)
        SessionStore(keys[0]).delete()
        return live

    monkeypatch.setattr(last_uses, "live_sessions", ended_since)
    write_uses()
    assert KnownBrowser.objects.get().session_id == keys[1]
