"""Tickets: one socket each, one minute, no more rights than the token that asked."""

import pytest
from django.db import connection

from competitions.models import Ticket
from competitions.people.tickets import redeem_ticket

from .tokens import narrow, ticket


@pytest.fixture
def redeem(clock):
    return lambda secret: redeem_ticket(secret=secret, now=clock.now)


def test_a_ticket_is_good_once(rival, redeem):
    secret = ticket(rival)
    assert secret not in repr(list(Ticket.objects.values()))
    assert redeem(secret).player.pk == rival.player["id"]
    assert redeem(secret) is None


def test_of_two_who_come_with_it_at_the_same_moment_one_is_let_in(rival, redeem):
    secret, used = ticket(rival), []

    def another_is_sooner(execute, sql, *others):
        if sql.startswith("DELETE") and not used:
            used.append(None)
            used[0] = redeem(secret)
        return execute(sql, *others)

    with connection.execute_wrapper(another_is_sooner):
        assert redeem(secret) is None
    assert used[0] is not None


def test_a_ticket_is_good_for_a_minute_and_then_cleared_away(rival, clock, redeem):
    early, late = ticket(rival), ticket(rival)
    assert rival.post("/tickets", {}).body["expires_at"] == "2026-11-21T12:01:00Z"
    clock.forward(seconds=59.9)
    assert redeem(early)
    clock.forward(seconds=0.1)
    assert redeem(late) is None
    clock.forward(minutes=1)
    ticket(rival)
    assert Ticket.objects.count() == 1


@pytest.mark.parametrize("secret", ["", "x", "\ud800", "\x00", "é" * 10_000])
def test_what_is_no_ticket_opens_nothing(rival, redeem, secret):
    ticket(rival)
    assert redeem(secret) is None
    assert Ticket.objects.count() == 1


@pytest.mark.parametrize("scopes", [("play",), ("organise",), ("read", "play")])
def test_a_ticket_opens_no_more_than_its_token(rival, redeem, scopes):
    narrow(rival, *scopes)
    assert redeem(ticket(rival)).scopes == list(scopes)


def test_a_stranger_gets_no_ticket_and_no_key_repeats_one(anyone, rival):
    assert anyone.post("/tickets", {}).outcome == (401, "unauthenticated")
    answers = [rival.post("/tickets", {}, Idempotency_Key="k") for _ in range(2)]
    assert answers[0].body["ticket"] != answers[1].body["ticket"]
