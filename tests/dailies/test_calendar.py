"""The deals of the day: each is made once, a day ahead, whoever makes it and whatever the clock does."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from competitions.contests.dailies.calendar import make_dailies
from competitions.models import Competition, Daily, Round
from games import GAMES
from tests.servers.databases import on_databases_that_lock
from tests.threads import at_once

SATURDAY = date(2026, 11, 21)
"""The day of the tests' clock."""


def numbers(game="wish"):
    """The dailies of a game in the order of their days: each day and its number."""
    made = Daily.objects.filter(game_slug=game).order_by("date")
    return [(each.date.isoformat(), each.number) for each in made]


def daily(anyone, game="wish", **query):
    answer = anyone.get("/daily", **query)
    assert answer.status == 200, answer.raw
    return next(each for each in answer.body["competitions"] if each["rounds"][0]["game"] == game)


def test_today_and_tomorrow_have_one_of_each_game(anyone, clock):
    assert make_dailies(clock.now) == 10
    assert make_dailies(clock.now) == 0
    for day, state in (("2026-11-21", "running"), ("2026-11-22", "scheduled")):
        found = anyone.get("/daily", date=day).body
        assert found["date"] == day
        assert [each["rounds"][0]["game"] for each in found["competitions"]] == list(GAMES)
        assert {each["state"] for each in found["competitions"]} == {state}
    assert anyone.get("/daily").body == anyone.get("/daily", date="2026-11-21").body


def test_it_is_a_public_sealed_contest_of_one_day_that_nobody_organises(anyone, clock):
    make_dailies(clock.now)
    tomorrows = daily(anyone, date="2026-11-22")
    expected = {
        "kind": "daily",
        "daily": {"date": "2026-11-22", "number": 2},
        "name": "Wish, 22 November 2026",
        "organiser": None,
        "access": "public",
        "play": "sealed",
        "attempts": 1,
        "standings": "own",
        "opens_at": "2026-11-22T00:00:00Z",
        "closes_at": "2026-11-23T00:00:00Z",
    }
    assert tomorrows == tomorrows | expected
    [round] = tomorrows["rounds"]
    assert round["rules"] == GAMES["wish"].settle_rules({})
    assert len(round["commitment"]) == 64, "it is public before the deal can be played"
    assert "seed" not in round
    assert [each["id"] for each in anyone.get("/competitions", kind="daily", game="wish").body["results"]]
    assert anyone.get("/competitions", kind="contest").body["results"] == []


@pytest.mark.parametrize("day", ["2026-11-20", "2026-11-23", "1999-01-01"])
def test_a_day_without_dailies_is_not_found(anyone, clock, day):
    make_dailies(clock.now)
    refused = anyone.get("/daily", date=day)
    assert refused.outcome == (404, "not_found")
    assert refused.body["detail"] == "There is no daily of that day."


@pytest.mark.parametrize(
    "day",
    [
        *("today", "2026-13-01", "2026-11-21T00:00:00Z", "", "\x00"),
        *("20261121", "2026-W47-6", "2026-1-1", " 2026-11-21", "\uff12026-11-21"),
    ],
)
def test_what_is_no_day_is_refused(anyone, clock, day):
    anyone.get("/daily", date=day).refused_for("date")


def test_nobody_is_shown_more_than_a_day_ahead(anyone, clock):
    """A clock that was ahead has made them."""
    make_dailies(clock.now + timedelta(days=3))
    refused = anyone.get("/daily", date="2026-11-24")
    assert refused.outcome == (404, "not_found")
    assert refused.body["detail"] == "There is no daily of that day.", "as where there is none"


@pytest.mark.django_db
def test_numbers_go_on_from_day_to_day():
    day = datetime(2026, 11, 21, tzinfo=UTC)
    for moment in (day, day + timedelta(hours=23.99), day + timedelta(days=1), day + timedelta(days=2)):
        make_dailies(moment)
    expected = [("2026-11-21", 1), ("2026-11-22", 2), ("2026-11-23", 3), ("2026-11-24", 4)]
    assert [numbers(game) for game in GAMES] == [expected] * 5


@pytest.mark.django_db
def test_days_on_which_the_service_was_down_stay_empty():
    day = datetime(2026, 11, 21, 12, tzinfo=UTC)
    make_dailies(day)
    make_dailies(day + timedelta(days=4))
    assert numbers() == [("2026-11-21", 1), ("2026-11-22", 2), ("2026-11-25", 3), ("2026-11-26", 4)]


@pytest.mark.django_db
def test_a_clock_that_jumps_makes_no_day_twice():
    day = datetime(2026, 11, 21, 12, tzinfo=UTC)
    for hours in (0, 30, -20, 12, 0, 30):
        make_dailies(day + timedelta(hours=hours))
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


def test_the_database_holds_the_calendar(db, clock):
    make_dailies(clock.now)
    Daily.objects.create(game_slug="wish", date=date(2026, 11, 30), number=3)
    for change in ({"date": SATURDAY}, {"number": 1}, {"number": 0}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Daily.objects.filter(number=3).update(**change)
    with pytest.raises(IntegrityError), transaction.atomic():
        Competition.objects.update(daily=None)
