"""Planning a club night: its times are shown by the organiser's clock before anything is made."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from competitions.models import Competition

from .desk.visiting import words_of
from .reading import refused, says, words

pytestmark = pytest.mark.django_db

PATH = "/new/club-night"


def asked(**fields):
    usual = {"player_name": "Nell New", "name": "Thursday", "game": "three-by-three", "on": "2099-11-26"}
    usual |= {"at": "19:00", "zone": "Europe/Berlin", "rounds": "3", "minutes": "20", "order": "turn"}
    return usual | {"hides_end": "on"} | fields


def seen_in(answer):
    return re.search(r'name="shown" value="([^"]*)"', answer.content.decode().replace("&#x27;", "'"))[1]


def made(browser, **fields):
    shown = browser.post(PATH, asked(**fields))
    assert Competition.objects.count() == 0
    answer = browser.post(PATH, asked(start="1", shown=seen_in(shown), **fields))
    competition = Competition.objects.with_rounds().get()
    assert answer.headers["Location"] == f"/c/{competition.pk}"
    return competition


def clocks(*moments):
    return [f"{moment:%H:%M}" for moment in moments]


def test_all_times_are_shown_before_anything_is_made(stranger):
    assert "Make this contest" not in words_of(stranger.get(PATH))
    page = words_of(stranger.post(PATH, asked()))
    assert "Thursday, 26 November 2099 Three By Three. All times are in the time zone Europe/Berlin." in page
    rounds = page.split("Opens Closes ")[1]
    assert rounds.startswith("1 19:00 19:20 2 19:20 19:40 3 19:40 20:00 Scores")
    assert "Scores hidden from 19:40 Closes, and shows who has won 20:00" in page
    assert "You declare the results final after 20:00" in page
    night = made(stranger)
    assert (night.organiser.name, night.access, night.ranking) == ("Nell New", "unlisted", "matchpoints")
    assert clocks(night.opens_at, night.freeze_at, night.closes_at) == ["18:00", "18:40", "19:00"]
    windows = [clocks(round.opening, round.closing) for round in night.rounds_in_order]
    assert windows == [["18:00", "18:20"], ["18:20", "18:40"], ["18:40", "19:00"]]


def test_all_rounds_may_be_open_all_evening_and_over_midnight(stranger):
    page = words_of(stranger.post(PATH, asked(at="23:30", order="all", hides_end="")))
    assert "1 to 3 23:30 27 Nov, 00:30 Closes" in page
    assert "Scores hidden" not in page.split("Make this contest")[0]
    night = made(stranger, at="23:30", order="all", hides_end="")
    assert (night.freeze_at, {round.opens_at for round in night.rounds_in_order}) == (None, {None})


def test_times_that_were_not_seen_are_shown_first(stranger):
    shown = seen_in(stranger.post(PATH, asked()))
    for change in ({"at": "20:00"}, {"rounds": "4"}, {"zone": "UTC"}, {"game": "well"}):
        page = words_of(stranger.post(PATH, asked(start="1", shown=shown, **change)))
        assert "Make this contest" in page
    assert Competition.objects.count() == 0


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"zone": "Nowhere"}, "Name a time zone"),
        ({"zone": "../etc"}, "Name a time zone"),
        ({"on": "9999-12-31"}, "Choose another year"),
        ({"on": "2001-01-01"}, "more than a day in the past"),
        ({"rounds": "13"}, "less than or equal to 12"),
        ({"minutes": "4"}, "greater than or equal to 5"),
        ({"name": "x"}, "2 to 80 characters"),
        ({"on": "", "at": "x"}, "correct the marked fields"),
        ({"game": "poker"}, "correct the marked fields"),
        ({"order": "x"}, "correct the marked fields"),
    ],
)
def test_what_cannot_be_is_said_at_once(stranger, fields, said):
    says(words(refused(stranger, PATH, asked(**fields))), said)


def test_two_presses_make_one(desk):
    form = {"on": f"{timezone.now() + timedelta(days=1):%Y-%m-%d}"}
    shown = seen_in(desk.post(PATH, asked(**form)))
    sent = [desk.post(PATH, asked(start="1", number="0" * 32, shown=shown, **form)) for _ in range(2)]
    assert len({each.headers["Location"] for each in sent}) == Competition.objects.count() == 1
