"""A player's tokens: never wider than the one that made them, and worth nothing once they are revoked."""

import pytest

from competitions.models import Ticket, Token
from competitions.people import tokens
from competitions.people.last_uses import write_uses
from competitions.people.tickets import GOOD_FOR, digest_of_ticket, redeem_ticket
from tests.clients.rest import Client
from tests.play.tokens import narrow, ticket
from tests.threads import at_once

from .stored import row_counts


def made(client, *scopes, name="A bot"):
    answer = client.post("/tokens", {"name": name, "scopes": list(scopes)})
    assert answer.status == 201, answer.raw
    return answer.body


def with_token(client, secret):
    return Client(client.send, secret, client.player)


def revoke(client, token):
    return client.request("DELETE", f"/tokens/{token['id']}")


def test_a_token_is_made_listed_used_and_revoked(owner, rival, clock):
    clock.forward(minutes=1)
    token = made(owner, "read", "play", name="  My\u200b bot ")
    said = {"name": "My bot", "scopes": ["play", "read"], "created_at": "2026-11-21T12:01:00Z"}
    assert token == token | said
    bot = with_token(owner, token["token"])
    assert bot.get("/me").body["id"] == owner.player["id"]
    listed = bot.get("/tokens")
    assert [(each["name"], each["scopes"], each["current"]) for each in listed.body["results"]] == [
        ("My bot", ["play", "read"], True),
        ("first", ["play", "organise", "read"], False),
    ]
    assert [each["used_at"] for each in listed.body["results"]] == [None, None]
    write_uses()
    assert bot.get("/tokens").body["results"][0]["used_at"] == "2026-11-21T12:01:00Z"
    assert (listed.body["next"], listed.body["previous"]) == (None, None)
    assert token["token"].encode() not in listed.raw
    assert rival.get("/tokens").body["results"][0]["name"] == "first"
    gone = revoke(owner, token)
    assert (gone.status, gone.raw) == (204, b"")
    assert bot.get("/me").outcome == (401, "unauthenticated")
    assert [each["name"] for each in owner.get("/tokens").body["results"]] == ["first"]
    assert revoke(owner, token).outcome == (404, "not_found")


@pytest.mark.parametrize(
    ("scopes", "wider"),
    [(("play",), ("read",)), (("play", "read"), ("read", "organise")), (("organise",), ("play",))],
)
def test_no_token_is_wider_than_the_one_that_makes_it(rival, scopes, wider):
    narrow(rival, *scopes)
    before = row_counts()
    assert rival.post("/tokens", {"name": "x", "scopes": list(wider)}).outcome == (403, "forbidden")
    assert row_counts() == before
    assert made(rival, *scopes)["scopes"] == list(scopes)


def test_a_token_revokes_itself_and_what_is_no_wider_and_nothing_of_others(owner, rival):
    first = owner.get("/tokens").body["results"][0]
    playing, reading = made(owner, "play"), made(owner, "play", "read")
    bot = with_token(owner, playing["token"])
    assert revoke(bot, first).outcome == revoke(bot, reading).outcome == (403, "forbidden")
    assert revoke(rival, playing).outcome == (404, "not_found")
    assert revoke(bot, playing).status == 204
    assert revoke(bot, playing).outcome == (401, "unauthenticated")
    assert revoke(with_token(owner, reading["token"]), reading).status == 204
    assert owner.get("/me").status == 200


def test_a_player_has_so_many_live_tokens_and_no_more_however_many_are_made_at_once(committed, monkeypatch):
    monkeypatch.setattr(tokens, "MOST_LIVE", 4)
    owner = committed.guest("Olga Owner")
    body = {"name": "x", "scopes": ["read"]}
    answers = at_once(*[lambda: owner.post("/tokens", body)] * 6)
    assert sorted(answer.outcome for answer in answers if answer.status != 201) == [(409, "full")] * 3
    assert revoke(owner, next(answer.body for answer in answers if answer.status == 201)).status == 204
    assert owner.post("/tokens", body).status == 201


def test_the_ticket_of_a_revoked_token_opens_nothing(rival, clock):
    token = made(rival, "read", "play")
    bot = with_token(rival, token["token"])
    early = ticket(bot)
    assert revoke(rival, token).status == 204
    assert not Ticket.objects.exists()
    # One that was just being issued.
    row = Token.objects.get(pk=token["id"])
    good_for = {"scopes": ["play"], "expires_at": clock.now + GOOD_FOR}
    Ticket.objects.create(player=row.player, token=row, digest=digest_of_ticket("late"), **good_for)
    for secret in (early, "late"):
        assert redeem_ticket(secret=secret, now=clock.now) is None
