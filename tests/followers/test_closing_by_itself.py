"""A competition whose settings say so closes by itself once every place is taken and all have played."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from competitions.contests import auto_close
from competitions.contests.auto_close import close_if_all_have_played
from competitions.contests.close import close
from competitions.models import Act, Attempt, Competition
from tests.clients.contests import sealed
from tests.jobs.work import do_all_due
from tests.ledger.history import history
from tests.play.seats import sit_down
from tests.play.test_grants import grant


@pytest.fixture
def duel(owner, clock):
    """Two places, two rounds, and its organiser plays in none of them."""
    made = owner.create(**sealed("winabit", max_entries=2, rounds=[{"game": "winabit"}] * 2))
    Competition.objects.filter(pk=made["id"]).update(closes_once_played=True)
    clock.forward(minutes=1)
    return made


def play(player, event, *rounds):
    for round in rounds:
        sit_down(player, event, round).finish()
        do_all_due()


def state(owner, event):
    return owner.get(f"/competitions/{event['id']}").body["state"]


@pytest.mark.extra
def test_it_closes_with_the_last_game_of_the_last_player(duel, owner, rival, stranger):
    play(rival, duel, 1, 2)
    assert state(owner, duel) == "running", "a place is still free"
    play(stranger, duel, 2)
    assert state(owner, duel) == "running"
    play(stranger, duel, 1)
    assert state(owner, duel) == "closed"
    assert history(duel)[-2:] == ["act close", "state c cc"]
    act = owner.get(f"/competitions/{duel['id']}/audit").body["results"][-1]
    assert (act["act"], act["actor"], act["staff"], act["reason"]) == (
        "close",
        None,
        "Evendeal",
        "All have played.",
    )


@pytest.mark.extra
def test_it_closes_once_though_a_clock_is_behind(duel, owner, rival, stranger, clock):
    for player in (rival, stranger):
        play(player, duel, 1, 2)
    before = history(duel)
    assert before[-2:] == ["act close", "state c cc"]
    clock.forward(seconds=-1)
    close_if_all_have_played(competition_id=duel["id"], now=clock.now)
    assert history(duel) == before


@pytest.mark.extra
def test_a_running_game_is_waited_for(duel, owner, rival, stranger, clock):
    play(rival, duel, 1, 2)
    play(stranger, duel, 1)
    seat = sit_down(stranger, duel, 2)
    close_if_all_have_played(competition_id=duel["id"], now=clock.now)
    assert state(owner, duel) == "running"
    seat.finish()
    do_all_due()
    assert state(owner, duel) == "closed"


def test_an_attempt_that_is_granted_meanwhile_is_waited_for(duel, owner, rival, stranger, clock, monkeypatch):
    for player in (rival, stranger):
        play(player, duel, 1)
    play(rival, duel, 2)
    sit_down(stranger, duel, 2).finish()

    def grant_first(**closing):
        granted = grant(owner, duel, rival, attempt=True)
        assert granted.status == 201
        return close(**closing)

    monkeypatch.setattr(auto_close, "close", grant_first)
    close_if_all_have_played(competition_id=duel["id"], now=clock.now)
    assert state(owner, duel) == "running"


@pytest.mark.extra
def test_a_round_that_is_declared_done_is_not_waited_for(duel, owner, rival, stranger):
    play(rival, duel, 1)
    assert rival.post(f"/competitions/{duel['id']}/rounds/2/done", {}).status == 200
    play(stranger, duel, 1, 2)
    assert state(owner, duel) == "closed"


def test_of_many_who_have_declared_a_round_done_it_asks_at_once(owner, crowd, clock):
    counts = []
    for names in (["Ann", "Ben"], [f"Player {n}" for n in range(7)]):
        event = owner.create(rounds=[{"game": "wish"}] * 2, attempts=1)
        *others, last = crowd(names)
        for player in (*others, last):
            player.join(event)
            player.post(f"/competitions/{event['id']}/rounds/2/done", {})
        Competition.objects.filter(pk=event["id"]).update(max_entries=len(names), closes_once_played=True)
        for players, closes in ((others, False), ([last], True)):
            for player in players:
                player.submit(event, [])
            with CaptureQueriesContext(connection) as queries:
                close_if_all_have_played(competition_id=event["id"], now=clock.now)
            assert Act.objects.filter(competition=event["id"], act="close").exists() == closes
            counts.append(len(queries))
    assert counts[:2] == counts[2:]


@pytest.mark.extra
def test_declaring_the_last_round_done_closes_it(duel, owner, rival, stranger):
    play(rival, duel, 1, 2)
    play(stranger, duel, 1)
    told = owner.get(f"/competitions/{duel['id']}/events").body["results"]
    assert stranger.post(f"/competitions/{duel['id']}/rounds/2/done", {}).status == 200
    assert owner.get(f"/competitions/{duel['id']}/events").body["results"] == told
    do_all_due()
    assert state(owner, duel) == "closed"


@pytest.mark.extra
def test_for_who_is_disqualified_nobody_waits(duel, owner, rival, stranger):
    play(rival, duel, 1, 2)
    sit_down(stranger, duel, 1)
    entry = stranger.join(duel).body["id"]
    disqualified = owner.post(f"/competitions/{duel['id']}/entries/{entry}/disqualify", {"reason": "Left"})
    assert disqualified.status == 200, disqualified.raw
    do_all_due()
    assert state(owner, duel) == "closed"
    assert not Attempt.objects.running().exists()


@pytest.mark.extra
def test_any_other_competition_stays_open(duel, owner, rival, stranger):
    Competition.objects.update(closes_once_played=False)
    for player in (rival, stranger):
        play(player, duel, 1, 2)
    assert state(owner, duel) == "running"


@pytest.mark.parametrize("without", ["max_entries", "attempts"])
def test_it_is_known_who_may_play_and_how_often(duel, without):
    Competition.objects.update(closes_once_played=False, play="open", others="closed")
    with pytest.raises(IntegrityError), transaction.atomic():
        Competition.objects.update(closes_once_played=True, **{without: None})
