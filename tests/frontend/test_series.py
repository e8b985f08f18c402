"""The pages of series: made from a contest in one form, looked at by whoever has the link, and changed by its
organiser; and the page with the address of one's own calendar."""

import re
from datetime import timedelta

import pytest

from competitions.contests.close import certify
from competitions.contests.series.follower import store_places
from competitions.contests.series.next_contests import SERIES, make_next
from competitions.ledger.event_rows import rows_between
from competitions.models import Competition, Series
from tests.competitions.conftest import clock

from .playing import play
from .reading import press, read, refused, said, says

__all__ = ["clock"]

pytestmark = pytest.mark.django_db

WEEKLY = {"name": "Club night", "every": "week", "weekday": "4", "at": "19:00", "zone": "Europe/Berlin"}


@pytest.fixture
def template(contest, clock):
    return contest(closes_at=clock.now + timedelta(hours=4))


@pytest.fixture
def series(desk, template):
    """Olga's series, made on the page."""
    press(desk, f"/c/{template.pk}/desk/series", WEEKLY, number="1")
    return Series.objects.get()


def make(clock):
    SERIES.work_off(lambda row: make_next(row, clock.now))
    return Competition.objects.filter(kind="series").order_by("-series_on")[0]


def test_an_organiser_makes_it_from_a_contest(desk, stranger, template, clock):
    path = f"/c/{template.pk}/desk/series"
    assert path in read(desk, f"/c/{template.pk}/desk")
    assert 'data-own-zone="2026-11-21T12:00:00' in read(desk, path)
    made = {press(desk, path, WEEKLY, number="1" * 32) for _ in range(2)}
    assert len(made) == 1, "a button that is pressed twice makes one"
    page = said(desk, made.pop())
    says(page, "The series is made.", "Every Thursday at 19:00, Berlin time", "Thursday, 26 November 2026")
    assert "Club night" in said(desk, "/contests/mine")
    assert stranger.get(path).status_code == 404


@pytest.mark.parametrize(
    ("every", "words"),
    [
        ("month", "On the third Thursday of each month at 19:00"),
        ("day", "On the 21st of each month at 19:00"),
    ],
)
def test_it_may_be_once_a_month(desk, template, every, words):
    made = press(desk, f"/c/{template.pk}/desk/series", WEEKLY | {"every": every})
    assert words in said(desk, made)
    assert press(desk, f"{made.partition('?')[0]}/change", WEEKLY | {"at": "20:00"})
    assert words.replace("19", "20") in said(desk, made)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"zone": "Berlin"}, "as the IANA lists it"),
        ({"at": "7"}, "Enter a valid time"),
        ({"until": "2026-11-20"}, "The series has no date"),
        ({"name": ""}, "Please give a name"),
        ({"every": "year"}, "Select a valid choice"),
    ],
)
def test_what_is_wrong_is_said_beside_the_field(desk, template, wrong, sentence):
    says(refused(desk, f"/c/{template.pk}/desk/series", WEEKLY | wrong), sentence)
    assert not Series.objects.exists()


def test_its_page_shows_the_next_date_past_evenings_and_the_table(
    desk, stranger, series, owner, rival, clock, template
):
    event = make(clock)
    page = read(stranger, f"/series/{series.pk}")
    assert f'href="/c/{event.pk}"' in page
    says(page, f"/api/v1/series/{series.pk}.ics", "None yet.", lacks=["What you can do"])
    assert f"/series/{series.pk}" in read(stranger, f"/c/{event.pk}")
    assert f"/api/v1/competitions/{event.pk}.ics" in read(stranger, f"/c/{event.pk}")
    clock.now = event.opening + timedelta(minutes=1)
    assert "is open now" in said(stranger, f"/series/{series.pk}")
    for player in (owner, rival):
        play(event, player, [])
    clock.forward(hours=5)
    assert "not final yet" in said(stranger, f"/series/{series.pk}")
    assert "Declare final: 26 November 2026" in said(desk, f"/series/{series.pk}")
    certify(competition=event, organiser=owner, now=clock.now)
    store_places(event.pk, rows_between(event.pk, 0, 100), clock.now)
    says(said(desk, f"/series/{series.pk}"), "won by", "21.5", "you")


def test_its_organiser_skips_changes_and_ends(desk, series, stranger, mine):
    at = f"/series/{series.pk}"
    assert press(desk, f"{at}/skip", date="2026-11-26") == f"{at}?did=skip"
    assert "Thursday, 3 December 2026" in said(desk, at)
    assert "Skipped: 26 Nov 2026" in said(desk, at)
    press(desk, f"{at}/unskip", date="2026-11-26")
    assert "Thursday, 26 November 2026" in said(desk, at)
    assert "2026-11-27" not in read(desk, f"{at}/skip")
    given = {**WEEKLY, "weekday": "5", "at": "20:15", "best": "3", "until": "2027-01-01"}
    press(desk, f"{at}/change", given)
    assert "Every Friday at 20:15" in said(desk, at)
    assert "Each player's 3 best evenings count." in said(desk, at).replace("&#x27;", "'")
    assert 'value="20:15"' in read(desk, f"{at}/change")
    for browser in (stranger, mine):
        assert browser.post(f"{at}/end").status_code == 404
    press(desk, f"{at}/end")
    assert "No more dates are planned." in said(desk, at)
    refused(desk, f"{at}/change", given, status=409)
    assert desk.get(f"{at}/end").headers["Location"] == at


def test_one_gets_the_address_of_ones_own_calendar_once(desk, stranger, template):
    made = desk.post("/me/calendar").content.decode()
    address = re.search(r"http://testserver(/api/v1/me\.ics\?key=[\w-]+)", made)[1]
    assert b"Friday evening" in stranger.get(address).content
    assert address not in read(desk, "/me/calendar")
    press(desk, "/me/calendar", close="1")
    assert stranger.get(address).status_code == 404
    assert stranger.get("/me/calendar").headers["Location"] == "/me"
