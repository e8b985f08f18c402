"""A webhook is told what happened in a contest, and never before everyone who organises may know it."""

import pytest
from django.db import connection
from django.db.models import F
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from competitions.contests.co_organisers import share
from competitions.models import Competition, Hook, Player
from competitions.outbound.webhooks import delivery
from competitions.outbound.webhooks.turns import QUICK
from competitions.play.deadlines import do_what_is_due
from tests.clients.contests import golden, moves_scoring
from tests.events.following import short
from tests.jobs.work import do_all_due

pytestmark = pytest.mark.usefixtures("clock")

MOVES = golden()["log"]["moves"]


@pytest.fixture
def told(clock, receiver):
    """Works in the background, and gives what was posted since the last time, in short."""

    def told():
        start = len(receiver.got)
        do_what_is_due(clock.now, since=None)
        do_all_due()
        return [short(body) for body in receiver.bodies[start:]]

    return told


def follow(owner, event, *types):
    body = {"url": "https://hooks.example/"} | ({"events": list(types)} if types else {})
    made = owner.post(f"/competitions/{event['id']}/webhooks", body)
    assert made.status == 201, made.raw


@pytest.mark.extra
def test_it_is_told_what_an_organiser_reads_from_its_adding_on(owner, rival, stranger, told, receiver, clock):
    event = owner.create()
    rival.join(event)
    follow(owner, event)
    assert told() == ["act add_webhook"]
    stranger.join(event)
    rival.submit(event, MOVES)
    stranger.submit(event, MOVES[:2])
    clock.forward(minutes=1)
    owner.act(event, "close", reason="Late")
    owner.act(event, "certify")
    told()
    listed = owner.get(f"/competitions/{event['id']}/events").body["results"]
    start = next(n for n, each in enumerate(listed) if each["data"].get("act") == "add_webhook")
    assert len(listed) - start >= 7
    assert [(each["seq"], each["type"], each["at"], each["data"]) for each in listed[start:]] == [
        (body["seq"], body["type"], body["timestamp"], body["data"]) for body in receiver.bodies
    ]
    assert {body["competition"] for body in receiver.bodies} == {event["id"]}


@pytest.mark.extra
@pytest.mark.parametrize("settings", [{"standings": "own"}, {"standings": "final"}])
def test_a_result_comes_when_everyone_may_know_it(owner, rival, told, clock, settings):
    """Also if its organiser plays, and has finished: what a webhook is sent goes on to others."""
    event = owner.create(closes_at=clock.after(hours=1), **settings)
    for each in (owner, rival):
        each.join(event)
    follow(owner, event, "result", "state")
    owner.submit(event, MOVES)
    rival.submit(event, MOVES[:2])
    assert told() == []
    clock.forward(hours=1)
    state, *results = told()
    assert state == "state closed c"
    assert sorted(each.split()[1] for each in results) == ["Olga", "Ray"]
    assert told() == []


@pytest.mark.extra
def test_what_another_process_has_closed_is_told_by_one_whose_clock_is_behind(owner, rival, told, clock):
    event = owner.create(closes_at=clock.after(hours=1), standings="final")
    rival.join(event)
    follow(owner, event, "result")
    rival.submit(event, MOVES)
    clock.forward(hours=1)
    do_what_is_due(clock.now, since=None)
    clock.forward(seconds=-1)
    assert [line.split()[1] for line in told()] == ["Ray"]


@pytest.mark.extra
def test_in_a_freeze_it_is_told_of_no_result(owner, rival, told, clock):
    event = owner.create(closes_at=clock.after(hours=2), freeze_at=clock.after(hours=1), attempts=3)
    for each in (owner, rival):
        each.join(event)
    follow(owner, event, "result")
    rival.submit(event, moves_scoring(30))
    assert len(told()) == 1
    clock.forward(hours=1)
    rival.submit(event, MOVES)
    owner.submit(event, MOVES)
    assert told() == []
    clock.forward(hours=1)
    assert [line.split()[1] for line in told()] == ["Ray", "Olga"]


@pytest.mark.extra
def test_a_draft_tells_what_its_organisers_do(owner, told):
    event = owner.create(draft=True)
    follow(owner, event)
    assert told() == ["act add_webhook"]
    owner.act(event, "publish")
    assert told() == ["act publish", "state running o"]


@pytest.mark.extra
def test_it_goes_on_when_the_contest_is_handed_over(owner, rival, told, clock):
    event = owner.create()
    follow(owner, event)
    told()
    competition = Competition.objects.get(pk=event["id"])
    people = [Player.objects.get(pk=each.player["id"]) for each in (owner, rival)]
    share(competition=competition, organiser=people[0], player=people[1], now=clock.now)
    owner.post(f"/competitions/{event['id']}/organisers", {"name": "Ray Rival", "owner": True})
    clock.forward(minutes=1)
    rival.act(event, "close")
    assert told() == ["act share", "act hand_over", "act close", "state closed c"]


@pytest.mark.extra
def test_many_that_it_is_not_told_of_are_passed_over(owner, rival, stranger, told, clock, monkeypatch):
    monkeypatch.setattr("competitions.outbound.webhooks.organiser_events.AT_A_TIME", 2)
    event = owner.create()
    follow(owner, event, "state")
    for each in (owner, rival, stranger):
        each.join(event)
        each.submit(event, MOVES)
    clock.forward(minutes=1)
    owner.act(event, "close")
    assert told() == ["state closed c"]
    assert Hook.objects.get().looked == Competition.objects.get(pk=event["id"]).events


SAVEPOINTS = 4
"""Statements for the two transactions of a delivery, inside that of the test."""


def test_a_page_is_read_once_for_all_that_is_delivered_of_it(owner, crowd, told, receiver, monkeypatch):
    """Ten deliveries more: each is stored, its players are named, and its answer is noted."""
    monkeypatch.setattr(delivery, "LONGEST_JOB_S", 60)
    event = owner.create()
    follow(owner, event)
    told()
    spent = []
    for names in (["Ann"], [f"Player {n}" for n in range(6)]):
        for player in crowd(names):
            player.join(event)
            player.submit(event, MOVES)
        Hook.objects.update(happened=F("happened") + 1_000)
        hook = QUICK.lease(timezone.now())
        with CaptureQueriesContext(connection) as caught:
            delivery.deliver_due(QUICK, hook)
        spent.append(len(caught))
    assert len(receiver.got) == 1 + 2 + 12
    assert spent[1] - spent[0] == 10 * (9 + SAVEPOINTS)


def test_play_is_not_slowed_by_webhooks(owner, rival):
    """A log makes as many queries in a contest with webhooks as in one without."""

    counts = []
    for hooks in (0, 5):
        event = owner.create()
        for _ in range(hooks):
            follow(owner, event)
        rival.join(event)
        with CaptureQueriesContext(connection) as caught:
            assert rival.submit(event, MOVES).status == 201
        counts.append(len(caught))
    assert counts[1] <= counts[0]
