"""The deals of the day: made once each, a day ahead, whoever makes them and whatever the clock does; joined
by starting them, and certified by themselves once they have closed."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from competitions.contests.dailies.calendar import make_dailies
from competitions.contests.follower import certify_closed
from competitions.models import Act, Competition, Daily, Entry, Round
from competitions.play.deadlines import do_what_is_due
from games import GAMES
from tests.clients.contests import sealed
from tests.jobs.work import do_all_due
from tests.servers.databases import on_databases_that_lock
from tests.threads import at_once

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


def numbers(game="wish"):
    """The day of the month and the number of the dailies of a game."""
    made = Daily.objects.filter(game_slug=game).order_by("date")
    return [(each.date.day, each.number) for each in made]


@pytest.fixture
def of_the_day(db, clock):
    """Today's and tomorrow's daily of Wish, as bodies name them."""
    make_dailies(clock.now)
    ids = Competition.objects.filter(daily__game_slug="wish").order_by("opens_at")
    return [{"id": pk} for pk in ids.values_list("pk", flat=True)]


def test_today_and_tomorrow_have_one_of_each_game(anyone, clock):
    assert (make_dailies(clock.now), make_dailies(clock.now)) == (10, 0)
    for day, state in (("2026-11-21", "running"), ("2026-11-22", "scheduled")):
        found = anyone.get("/daily", date=day).body
        assert found["date"] == day
        assert [each["rounds"][0]["game"] for each in found["competitions"]] == list(GAMES)
        assert {each["state"] for each in found["competitions"]} == {state}
    assert anyone.get("/daily").body == anyone.get("/daily", date="2026-11-21").body
    tomorrows = next(each for each in found["competitions"] if each["rounds"][0]["game"] == "wish")
    expected = (
        {"kind": "daily", "daily": {"date": "2026-11-22", "number": 2}, "name": "Wish, 22 November 2026"}
        | {"organiser": None, "access": "public", "play": "sealed", "attempts": 1, "standings": "own"}
        | {"opens_at": "2026-11-22T00:00:00Z", "closes_at": "2026-11-23T00:00:00Z"}
    )
    assert tomorrows == tomorrows | expected
    [round] = tomorrows["rounds"]
    assert round["rules"] == GAMES["wish"].settle_rules({})
    assert len(round["commitment"]) == 64, "it is public before the deal can be played"
    assert "seed" not in round
    assert anyone.get("/competitions", kind="daily", game="wish").body["results"]
    assert anyone.get("/competitions", kind="contest").body["results"] == []


def test_a_day_without_dailies_is_not_found_and_nobody_is_shown_more_than_a_day_ahead(anyone, clock):
    make_dailies(clock.now)
    make_dailies(clock.now + timedelta(days=3))  # by a clock that was ahead
    for day in ("2026-11-20", "2026-11-23", "2026-11-24", "1999-01-01"):
        refused = anyone.get("/daily", date=day)
        assert refused.outcome == (404, "not_found")
        assert refused.body["detail"] == "There is no daily of that day."
    for day in ("today", "2026-13-01", "2026-11-21T00:00:00Z", "", "\x00", "20261121"):
        anyone.get("/daily", date=day).refused_for("date")
    for day in ("2026-W47-6", "2026-1-1", " 2026-11-21", "\uff12026-11-21"):
        anyone.get("/daily", date=day).refused_for("date")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("hours", "made"),
    [
        ([-12, 11.99, 12, 36], [(21, 1), (22, 2), (23, 3), (24, 4)]),
        ([0, 96], [(21, 1), (22, 2), (25, 3), (26, 4)]),  # days on which the service was down stay empty
    ],
)
def test_numbers_go_on_from_day_to_day(hours, made):
    for hour in hours:
        make_dailies(NOON + timedelta(hours=hour))
    assert [numbers(game) for game in GAMES] == [made] * 5


@pytest.mark.django_db
def test_a_clock_that_jumps_makes_no_day_twice():
    for hours in (0, 30, -20, 12, 0, 30):
        make_dailies(NOON + timedelta(hours=hours))
    assert len(numbers()) == len(dict(numbers()))
    assert sorted(number for _, number in numbers()) == list(range(1, len(numbers()) + 1))


@on_databases_that_lock
def test_processes_that_make_them_at_once_make_each_once(any_database):
    now = timezone.now()
    at_once(*(lambda: make_dailies(now) for _ in range(6)))
    make_dailies(now)
    assert Daily.objects.count() == Competition.objects.count() == Round.objects.count() == 10
    assert {number for _, number in numbers()} == {1, 2}


def test_one_that_dies_half_way_leaves_nothing_half_made(db, clock, monkeypatch):
    def dies(*args, **settings):
        raise SystemExit

    with monkeypatch.context() as broken:
        broken.setattr("competitions.contests.dailies.calendar.create_competition", dies)
        with pytest.raises(SystemExit):
            make_dailies(clock.now)
    assert (Daily.objects.count(), Competition.objects.count()) == (0, 0)
    assert make_dailies(clock.now) == 10
    Daily.objects.create(game_slug="wish", date=date(2026, 11, 30), number=3)
    for change in ({"date": NOON.date()}, {"number": 1}, {"number": 0}):  # the database holds the calendar
        with pytest.raises(IntegrityError), transaction.atomic():
            Daily.objects.filter(number=3).update(**change)
    with pytest.raises(IntegrityError), transaction.atomic():
        Competition.objects.update(daily=None)


# Entering


def start(player, event, **headers):
    return player.post(f"/competitions/{event['id']}/rounds/1/attempts", {}, **headers)


def test_starting_joins(rival, of_the_day):
    today, _ = of_the_day
    begun = start(rival, today)
    assert (begun.status, begun.body["state"]) == (201, "running")
    assert Entry.objects.get().player.pk == rival.player["id"]
    again = start(rival, today)
    assert (again.status, again.body["id"]) == (200, begun.body["id"])
    assert rival.post(f"/attempts/{begun.body['id']}/finish", {}).status == 200
    [row] = rival.standings(today)["results"]
    assert (row["rank"], row["player"]["id"]) == (1, rival.player["id"])


def test_starting_joins_nothing_but_a_running_daily_for_a_player_who_may_play(
    anyone, owner, rival, of_the_day, clock
):
    today, tomorrow = of_the_day
    made = rival.post("/tokens", {"name": "reader", "scopes": ["read"]}).body
    reader = type(rival)(rival.send, made["token"], rival.player)
    for player, event, outcome in (
        (rival, tomorrow, (409, "round_not_open")),
        (anyone, today, (401, "unauthenticated")),
        (reader, today, (403, "forbidden")),
        (rival, owner.create(), (403, "not_entered")),
    ):
        assert start(player, event).outcome == outcome
    clock.forward(hours=12)
    assert start(rival, today).outcome == (409, "round_not_open")
    assert not Entry.objects.exists()


def test_tomorrows_may_be_joined(rival, of_the_day):
    assert rival.join(of_the_day[1]).status == 201


# Certifying


def pass_midnight(clock, **more):
    clock.forward(hours=12, **more)
    do_what_is_due(clock.now, since=None)
    do_all_due()


@pytest.mark.extra
def test_a_daily_is_final_soon_after_its_close_and_a_running_game_counts_as_given_up(
    rival, of_the_day, clock
):
    wish, _ = of_the_day
    start(rival, wish)
    do_all_due()
    assert rival.read(wish)["state"] == "running"
    pass_midnight(clock, seconds=1)
    assert rival.read(wish)["state"] == "final"
    [row] = rival.standings(wish)["results"]
    assert (row["rank"], row["total"], row["playing"]) == (1, 32, False)
    [act] = rival.trail(wish)
    assert (act["act"], act["actor"], act["staff"]) == ("certify", None, "Evendeal")
    rows = list(Competition.objects.get(pk=wish["id"]).state_changes.all())
    for seconds in (0, -3600):  # it is certified once, however often it is tried, by another clock too
        clock.forward(seconds=seconds)
        certify_closed(wish["id"], rows, clock.now)
    assert Act.objects.filter(competition=wish["id"]).count() == 1


@pytest.mark.extra
@pytest.mark.parametrize(("cancelled", "certified"), [(False, True), (True, False)])
def test_a_worker_whose_clock_is_behind_certifies_too_and_what_is_cancelled_stays_so(
    of_the_day, clock, cancelled, certified
):
    wish = Competition.objects.filter(pk=of_the_day[0]["id"])
    wish.update(cancelled_at=clock.now if cancelled else None)
    clock.forward(hours=12)
    do_what_is_due(clock.now, since=None)
    clock.forward(seconds=-30)
    do_all_due()
    assert (wish.get().certified_at is not None) is certified


def test_a_contest_that_somebody_organises_waits_for_them(owner, clock):
    event = owner.create(**sealed("wish", closes_at=clock.after(hours=1)))
    pass_midnight(clock)
    assert owner.read(event)["state"] == "closed"
