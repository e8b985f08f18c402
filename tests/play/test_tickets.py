"""Tickets: one socket each, one minute, no more rights than the token that asked."""

import pytest
from django.db import connection
from django.utils import timezone

from competitions.models import Ticket
from competitions.people.tickets import redeem_ticket

from .tokens import narrow, ticket


def test_a_ticket_is_good_once(rival):
    secret = ticket(rival)
    used = redeem_ticket(secret=secret, now=timezone.now())
    assert used.player.pk == rival.player["id"]
    assert redeem_ticket(secret=secret, now=timezone.now()) is None


def test_of_two_who_come_with_it_at_the_same_moment_one_is_let_in(rival):
    secret, used = ticket(rival), []

    def another_is_sooner(execute, sql, *others):
        if sql.startswith("DELETE") and not used:
            used.append(None)
            used[0] = redeem_ticket(secret=secret, now=timezone.now())
        return execute(sql, *others)

    with connection.execute_wrapper(another_is_sooner):
        assert redeem_ticket(secret=secret, now=timezone.now()) is None
    assert used[0] is not None


def test_a_ticket_is_good_for_a_minute(rival, clock):
    secrets = [ticket(rival) for _ in range(2)]
    assert rival.post("/tickets", {}).body["expires_at"] == "2026-11-21T12:01:00Z"
    clock.forward(seconds=59.9)
    assert redeem_ticket(secret=secrets[0], now=clock.now)
    clock.forward(seconds=0.1)
    assert redeem_ticket(secret=secrets[1], now=clock.now) is None


@pytest.mark.parametrize("secret", ["", "x", "\ud800", "\x00", "é" * 10_000])
def test_what_is_no_ticket_opens_nothing(rival, secret):
    ticket(rival)
    assert redeem_ticket(secret=secret, now=timezone.now()) is None
    assert Ticket.objects.count() == 1


def test_no_secret_is_kept_and_old_tickets_are_cleared_away(rival, clock):
    secret = ticket(rival)
    assert secret not in repr(list(Ticket.objects.values()))
    clock.forward(minutes=2)
    ticket(rival)
    assert Ticket.objects.count() == 1


@pytest.mark.parametrize("scopes", [("play",), ("organise",), ("read", "play")])
def test_a_ticket_opens_no_more_than_its_token(rival, clock, scopes):
    narrow(rival, *scopes)
    assert redeem_ticket(secret=ticket(rival), now=clock.now).scopes == list(scopes)


def test_a_stranger_gets_no_ticket(anyone):
    assert anyone.post("/tickets", {}).outcome == (401, "unauthenticated")


def test_tickets_take_no_idempotency_key(rival):
    answers = [rival.post("/tickets", {}, Idempotency_Key="k") for _ in range(2)]
    assert answers[0].body["ticket"] != answers[1].body["ticket"]
