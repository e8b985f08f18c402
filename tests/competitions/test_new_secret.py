"""The site's secret is changed: what the old one made stays good, and what is new has the new one."""

import json
from types import SimpleNamespace

import pytest
from asgiref.sync import async_to_sync
from channels.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.test import Client as Browser
from django.utils import timezone
from standardwebhooks import Webhook, WebhookVerificationError

from competitions.models import Player, Token
from competitions.outbound.webhooks.sign import signed
from competitions.people.passes import issue_code, use_code
from competitions.people.tickets import issue_ticket, redeem_ticket
from evendeal.receipts import check_receipt, keys_in
from tests.clients.contests import moves_scoring

OLD, NEW = "old-zq8Vw1Yt5Rm0Lk7Jh3Gf9Ds2Aa6Pp4Oo1Ii8Uu5", "new-Gf9Ds2Aa6Pp4Oo1Ii8Uu5zq8Vw1Yt5Rm0Lk7Jh3"

WEBHOOK = {"url": "https://hooks.example/evendeal"}


@pytest.fixture
def change(settings, monkeypatch):
    """Makes NEW the site's secret, with these secrets beside it."""
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = OLD, []
    # Channels would close the connection, with the transaction in which the test is.
    monkeypatch.setattr("channels.db.close_old_connections", lambda: None)

    def change(*before):
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = NEW, list(before)

    return change


@pytest.fixture
def event(owner):
    return owner.create(attempts=None)


def cursor(client, event):
    return client.get(f"/competitions/{event['id']}/events", limit=1).body["cursor"]


def plays_as(browser):
    return browser.get("/api/v1/me").json().get("name")


def watches_as(browser):
    session = SessionStore(browser.cookies["sessionid"].value)
    return str(async_to_sync(get_user)({"session": session}))


def is_signed(hook, now):
    try:
        Webhook(hook["secret"]).verify("{}", dict(signed(hook["id"], "m", "{}", now)))
    except WebhookVerificationError:
        return False
    return True


@pytest.fixture
def made(change, owner, rival, event, clock):
    """One of everything, made under the old secret."""
    browser, player = Browser(), Player.objects.get(name="Ray Rival")
    browser.post("/continue", {"code": issue_code(player=player, now=clock.now)[0]})
    assert plays_as(browser) == "Ray Rival"
    rival.join(event)
    log = rival.submit(event, moves_scoring(20)).body["id"]
    owner.close(event, clock)
    return SimpleNamespace(
        browser=browser,
        cursor=cursor(owner, event),
        hook=owner.post(f"/competitions/{event['id']}/webhooks", WEBHOOK).body,
        log=log,
        receipt=json.loads(owner.get(f"/logs/{log}/receipt").raw),
        keys=owner.get("/keys").body["keys"],
        ticket=issue_ticket(player=player, token=Token.objects.get(player=player), now=clock.now)[0],
        code=issue_code(player=player, now=clock.now)[0],
    )


def test_what_was_made_under_the_old_secret_stays_good(made, change, owner, rival, event, clock):
    change(OLD)
    assert watches_as(made.browser) == "Ray Rival", "a socket that opens first ends no session"
    assert plays_as(made.browser) == watches_as(made.browser) == "Ray Rival"
    rest = owner.get(f"/competitions/{event['id']}/events", after=made.cursor)
    assert rest.body["results"][0]["seq"] == 2
    keys = keys_in(owner.get("/keys").raw.decode())
    assert check_receipt(made.receipt, keys).fault is None
    assert rival.get("/me").status == 200, "nor do tokens, tickets and codes hang on it"
    assert redeem_ticket(secret=made.ticket, now=clock.now)
    assert use_code(code=made.code, form=None, now=clock.now)


def test_receivers_of_webhooks_find_the_signature_of_their_secret(made, change, monkeypatch):
    monkeypatch.undo()  # the library looks at the real time
    change(OLD)
    assert is_signed(made.hook, timezone.now())
    change()
    assert not is_signed(made.hook, timezone.now())


def test_what_is_made_anew_is_made_with_the_new_secret_alone(made, change, owner, event, clock):
    change(OLD)
    browser = Browser()
    browser.post("/continue", {"code": made.code})
    given, hook = cursor(owner, event), owner.post(f"/competitions/{event['id']}/webhooks", WEBHOOK).body
    receipt = json.loads(owner.get(f"/logs/{made.log}/receipt").raw)
    first, second = owner.get("/keys").body["keys"]
    assert second in made.keys
    assert receipt["key"] == first["id"]
    assert given != made.cursor
    change()
    assert plays_as(browser) == "Ray Rival"
    assert owner.get(f"/competitions/{event['id']}/events", after=given).status == 200
    assert owner.get("/keys").body["keys"] == [first]
    assert len(signed(hook["id"], "m", "{}", clock.now)["webhook-signature"].split()) == 1


def test_what_the_old_secret_made_ends_when_it_is_left_out(made, change, owner, event):
    change()
    assert owner.get(f"/competitions/{event['id']}/events", after=made.cursor).refused_for("after")
    assert check_receipt(made.receipt, keys_in(owner.get("/keys").raw.decode())).fault
    assert plays_as(made.browser) is None
