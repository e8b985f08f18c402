"""The cast of the API's tests, and series that they make and play."""

from datetime import timedelta

import pytest

from competitions.contests.series.next_contests import SERIES, make_next
from competitions.models import Attempt, Competition
from tests.competitions.conftest import anyone, clock, committed, crowd, owner, rival, stranger
from tests.jobs.work import do_all_due

__all__ = ["anyone", "clock", "committed", "crowd", "owner", "rival", "stranger"]


@pytest.fixture
def template(owner, clock):
    """Olga's contest of Saturday, 21 November 2026, from 12:00 to 16:00 UTC."""

    def template(**settings):
        return owner.create(opens_at=clock.after(), closes_at=clock.after(hours=4), **settings)

    return template


@pytest.fixture
def start(owner, template):
    """Start a series: every Thursday at 19:00 in Berlin, unless something else is said."""

    def start(of=None, **settings):
        of = of or template()
        usual = {"every": "week", "weekday": 4, "at": "19:00", "zone": "Europe/Berlin"}
        return owner.post("/series", {"template": of["id"], **usual, **settings})

    return start


@pytest.fixture
def evenings(clock):
    """Let weeks pass while the site makes contests; return the openings of all contests of series."""

    def evenings(**by):
        until = clock.now + timedelta(**by)
        SERIES.work_off(lambda row: make_next(row, clock.now))
        while clock.now < until:
            clock.now = min(clock.now + timedelta(days=2), until)
            SERIES.work_off(lambda row: make_next(row, clock.now))
        made = Competition.objects.filter(kind="series").order_by("opens_at")
        return [f"{each:%Y-%m-%d %H:%M}" for each in made.values_list("opens_at", flat=True)]

    return evenings


@pytest.fixture
def hold(owner, clock):
    """Play the next contest of a series to its end, with these players and their scores; Olga certifies
    it."""

    def hold(series, *scores):
        do_all_due()
        contests = owner.get(f"/series/{series['id']}").body["competitions"]
        event = next(each for each in contests if each["state"] == "scheduled")
        clock.now = Competition.objects.get(pk=event["id"]).opening + timedelta(minutes=1)
        for player, score in scores:
            code = owner.read(event).get("invite")
            assert player.join(event, **({"invite": code} if code else {})).status == 201
            assert player.submit(event, []).status == 201
            mine = Attempt.objects.filter(entry__competition=event["id"], player=player.player["id"])
            mine.update(score=score)
        clock.forward(hours=4)
        assert owner.act(event, "certify").status == 200
        do_all_due()
        return event

    return hold
