"""A competition that the site itself made has no organiser, and is shown and played like any other."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from competitions.models import Act, Competition, Daily, Kind


@pytest.fixture
def daily(owner):
    event = owner.create(play="sealed", rounds=[{"game": "wish"}])
    day = Daily.objects.create(game_slug="wish", date=timezone.now(), number=1)
    until = timezone.now() + timedelta(hours=1)
    Competition.objects.update(kind=Kind.DAILY, organiser=None, daily=day, closes_at=until)
    return event


def test_it_says_that_nobody_organises_it(daily, owner, anyone):
    for viewer in (owner, anyone):
        shown = viewer.get(f"/competitions/{daily['id']}").body
        assert (shown["kind"], shown["organiser"]) == ("daily", None)
        assert viewer.get(f"/competitions/{daily['id']}/organisers").body["results"] == []
    [listed] = anyone.get("/competitions").body["results"]
    assert listed["organiser"] is None


def test_nobody_may_act_in_it(daily, owner):
    for act in ("close", "cancel", "copy"):
        assert owner.act(daily, act).status == 403


def test_it_is_joined_and_has_its_page(daily, rival, client):
    assert rival.join(daily).status == 201
    for path in (f"/c/{daily['id']}", f"/c/{daily['id']}/sheet", "/contests", "/"):
        page = client.get(path)
        assert page.status_code == 200
        assert "None" not in page.content.decode().partition("<main")[2].partition("</main>")[0]


@pytest.mark.parametrize(
    ("kind", "organised"),
    [(Kind.CONTEST, False), (Kind.CHALLENGE, False), (Kind.DAILY, True), (Kind.DUEL, True)],
)
def test_what_players_make_has_an_organiser_and_what_the_site_makes_has_none(owner, kind, organised):
    owner.create()
    changes = {} if organised else {"organiser": None}
    if kind == Kind.DAILY:
        changes["daily"] = Daily.objects.create(game_slug="wish", date=timezone.now(), number=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Competition.objects.update(kind=kind, **changes)


def test_an_act_may_be_about_no_competition_and_has_no_number_then(db, clock):
    Act.objects.create(staff="Evendeal", act="begin", at=clock.now)
    with pytest.raises(IntegrityError), transaction.atomic():
        Act.objects.create(staff="Evendeal", act="begin", at=clock.now, event=1)
