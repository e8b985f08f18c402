"""Expired rows are deleted a few at a time; all others stay. A guide says when each kind goes."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django_tasks_db.models import DBTaskResult

from competitions import expiry
from competitions.api import idempotency
from competitions.expiry import AT_A_TIME, expired, sweep_all, sweep_some
from competitions.models import Delivery, KeptAnswer, Pass, Player, Process, Ticket
from competitions.models.notices import MOST_NOTICES
from competitions.moderation import signs
from competitions.people import passes, tickets
from competitions.people.passes import issue_code
from competitions.play.ghosts.ghost_dealer import MOST_KEPT
from competitions.play.store_logs import REJECTED_KEPT
from tests.clients.contests import contest
from tests.jobs.work import do_all_ready, nothing


def sweep(clock):
    return [sweep_some(rows) for rows in expired(clock.now)]


@pytest.fixture
def leave_one_of_each(rival, clock):
    """Stores a kept answer, a ticket, a session, a pass and a job that is done, all made now."""

    def leave(key):
        rival.post("/competitions", contest(), Idempotency_Key=key)
        rival.post("/tickets", {})
        issue_code(player=Player.objects.get(pk=rival.player["id"]), now=clock.now)
        Client().force_login(Player.objects.get(pk=rival.player["id"]))
        Session.objects.update(expire_date=clock.now + timedelta(days=365))
        nothing.enqueue()
        do_all_ready()

    return leave


def counts():
    return tuple(model.objects.count() for model in (KeptAnswer, Ticket, Session, Pass, DBTaskResult))


def test_each_goes_when_its_time_is_over_and_not_before(leave_one_of_each, clock):
    leave_one_of_each("old")
    assert not any(sweep(clock))
    for wait, left in (
        (timedelta(minutes=1), (1, 0, 1, 0, 1)),
        (timedelta(hours=1), (1, 0, 1, 0, 0)),
        (timedelta(hours=24), (0, 0, 1, 0, 0)),
        (timedelta(days=365), (0, 0, 0, 0, 0)),
    ):
        started = clock.now
        clock.now += wait - timedelta(microseconds=1)
        before = counts()
        assert not any(sweep(clock))
        assert counts() == before
        clock.now = started + wait
        sweep(clock)
        assert counts() == left
        clock.now = started


def test_what_is_not_old_stays(leave_one_of_each, clock):
    leave_one_of_each("old")
    clock.forward(hours=25)
    leave_one_of_each("new")
    Session.objects.update(expire_date=clock.now)
    Session.objects.create(session_key="new", session_data="", expire_date=clock.now + timedelta(seconds=1))
    sweep(clock)
    assert KeptAnswer.objects.get().key == "new"
    assert Ticket.objects.get().expires_at > clock.now
    assert Pass.objects.get().expires_at > clock.now
    assert Session.objects.get().session_key == "new"


def old_sessions(clock, number):
    Session.objects.bulk_create(
        Session(session_key=f"{n:032}", session_data="", expire_date=clock.now - timedelta(seconds=n))
        for n in range(number)
    )


def test_no_transaction_is_long(db, clock, django_assert_max_num_queries):
    old_sessions(clock, 2 * AT_A_TIME + 1)
    for swept in (AT_A_TIME, AT_A_TIME, 1):
        with django_assert_max_num_queries(7):  # with tickets, browsers and reminders of sessions
            assert sweep_some(expired(clock.now)[2]) == swept
    assert not Session.objects.exists()


def test_what_was_renewed_meanwhile_stays(db, clock, monkeypatch):
    old_sessions(clock, 2)
    rows = expired(clock.now)[2]
    look = type(rows).values_list

    def renewed_since(queryset, *fields, **how):
        found = list(look(queryset, *fields, **how))
        Session.objects.filter(session_key=f"{0:032}").update(expire_date=clock.now + timedelta(days=1))
        return found

    monkeypatch.setattr(type(rows), "values_list", renewed_since)
    assert sweep_some(rows) == 1
    assert Session.objects.get().session_key == f"{0:032}"


@pytest.mark.parametrize("any_database", ["sqlite"], indirect=True)
def test_an_index_finds_what_has_expired(any_database, clock):
    for rows in expired(clock.now):
        plan = rows.values_list("pk", flat=True)[:AT_A_TIME].explain()
        assert "USING" in plan
        assert "INDEX" in plan
        assert "SCAN" not in plan
        assert "TEMP B-TREE" not in plan


def test_it_goes_on_until_all_is_swept(db, clock, monkeypatch):
    old_sessions(clock, 2 * AT_A_TIME + 1)
    monkeypatch.setattr(expiry, "PAUSE_S", 0)
    sweep_all()
    assert not Session.objects.exists()


def test_what_a_webhook_has_accepted_is_kept_for_a_week(owner, clock):
    event = owner.create()
    made = owner.post(f"/competitions/{event['id']}/webhooks", {"url": "https://hooks.example/"})
    for number, accepted_at in enumerate((clock.now, clock.now + timedelta(seconds=1), None)):
        Delivery.objects.create(
            hook_id=made.body["id"],
            number=number,
            type="act",
            body="{}",
            at=clock.now,
            accepted_at=accepted_at,
        )
    clock.forward(days=7)
    sweep(clock)
    assert [each.number for each in Delivery.objects.order_by("number")] == [1, 2]


def test_a_process_of_which_nothing_is_heard_is_forgotten_after_an_hour(db, clock):
    for name in ("gone", "here"):
        Process.objects.create(name=name, queues=[], looks={}, started_at=clock.now, seen_at=clock.now)
        clock.forward(seconds=1)
    clock.forward(hours=1, seconds=-2)
    sweep(clock)
    assert [each.name for each in Process.objects.all()] == ["here"]


def test_the_guide_says_when_each_kind_goes(db, clock):
    page = Client().get("/guides/running").content.decode()
    section = page.partition('id="deleted"')[2].partition("<h2")[0]
    assert section.count("<dt>") == len(expired(clock.now))
    days, hours, minutes = (timedelta(days=1), timedelta(hours=1), timedelta(minutes=1))
    for kept, unit, sentence in (
        (idempotency.KEPT_FOR, hours, "%d hours after the request."),
        (tickets.GOOD_FOR, minutes, "%d minute after they were made."),
        (passes.GOOD_FOR, minutes, "%d minute after a code was made, and"),
        (passes.REPEATED_WITHIN, minutes, "and %d minutes after a form was sent."),
        (timedelta(seconds=settings.SESSION_COOKIE_AGE), days, "%d days after they last changed."),
        (signs.KEPT_FOR, days, "%d days after the player first played there."),
        (expiry.DELIVERIES_KEPT_FOR, days, "%d days after the receiver accepted them."),
        (expiry.NOTICES_KEPT_FOR, days, "%d days after they were written."),
        (expiry.GHOSTS_KEPT_FOR, days, "%d days after they were begun."),
        (expiry.JOBS_KEPT_FOR, hours, "%d hour after their end."),
        (expiry.PROCESSES_KEPT_FOR, hours, "%d hour after they were last seen."),
    ):
        assert sentence % (kept / unit) in section
    bounds = f"at most {MOST_NOTICES} notices and {MOST_KEPT} ghosts, and at most {REJECTED_KEPT} rejected"
    assert bounds in section
