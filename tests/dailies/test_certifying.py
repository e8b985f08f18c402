"""What the site made is certified by itself once it has closed; what a player organises is not."""

import pytest

from competitions.contests.dailies.calendar import make_dailies
from competitions.contests.follower import certify_closed
from competitions.models import Act, Competition
from competitions.play.deadlines import do_what_is_due
from tests.clients.contests import sealed
from tests.jobs.work import do_all_due


@pytest.fixture
def wish(db, clock):
    """Today's Wish, as bodies name it."""
    make_dailies(clock.now)
    return {"id": Competition.objects.get(daily__game_slug="wish", daily__date=clock.now).pk}


def pass_midnight(clock, **more):
    clock.forward(hours=12, **more)
    do_what_is_due(clock.now, since=None)
    do_all_due()


def state(player, event):
    return player.get(f"/competitions/{event['id']}").body["state"]


@pytest.mark.extra
def test_a_daily_is_final_soon_after_its_close_and_a_running_game_counts_as_given_up(rival, wish, clock):
    rival.post(f"/competitions/{wish['id']}/rounds/1/attempts", {})
    do_all_due()
    assert state(rival, wish) == "running"
    pass_midnight(clock, seconds=1)
    assert state(rival, wish) == "final"
    [row] = rival.standings(wish)["results"]
    assert (row["rank"], row["total"], row["playing"]) == (1, 32, False)
    [act] = rival.get(f"/competitions/{wish['id']}/audit").body["results"]
    assert (act["act"], act["actor"], act["staff"]) == ("certify", None, "Evendeal")


@pytest.mark.extra
def test_it_is_certified_once_however_often_it_is_tried(rival, wish, clock):
    pass_midnight(clock)
    rows = list(Competition.objects.get(pk=wish["id"]).state_changes.all())
    for seconds in (0, -3600):  # by another clock too
        clock.forward(seconds=seconds)
        certify_closed(wish["id"], rows, clock.now)
    assert Act.objects.filter(competition=wish["id"]).count() == 1


@pytest.mark.extra
def test_a_worker_whose_clock_is_behind_certifies_too(wish, clock):
    clock.forward(hours=12)
    do_what_is_due(clock.now, since=None)
    clock.forward(seconds=-30)
    do_all_due()
    assert Competition.objects.get(pk=wish["id"]).certified_at is not None


@pytest.mark.extra
def test_what_is_cancelled_stays_so(wish, clock):
    Competition.objects.filter(pk=wish["id"]).update(cancelled_at=clock.now)
    pass_midnight(clock)
    assert Competition.objects.get(pk=wish["id"]).certified_at is None


def test_a_contest_that_somebody_organises_waits_for_them(owner, clock):
    event = owner.create(**sealed("wish", closes_at=clock.after(hours=1)))
    pass_midnight(clock)
    assert state(owner, event) == "closed"
