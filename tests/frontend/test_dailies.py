"""The archive of the deals of the day."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from competitions.dailies.calendar import make_dailies
from competitions.models import Competition, Daily

from .playing import first_move, play_sealed

pytestmark = pytest.mark.django_db


@pytest.fixture
def clock(monkeypatch):
    """A clock that stands still where it is set."""

    def set_to(now):
        monkeypatch.setattr(timezone, "now", lambda: now)
        return now

    return set_to


@pytest.fixture
def two_days(clock):
    """The first and the second day of the site, which is the 1st of December; it is noon of that day."""
    made = [clock(datetime(2026, 11, 30, 12, tzinfo=UTC)), datetime(2026, 12, 1, 12, tzinfo=UTC)]
    make_dailies(made[0])
    return made


def wish_of(day):
    return Competition.objects.with_rounds().get(daily__game_slug="wish", daily__date=day.date())


def row_of(page, day):
    """What the calendar says of a day, in one line, and its links."""
    rows = re.findall(r"<tr.*?</tr>", page, re.S)
    row = next(row for row in rows if day in row)
    return " ".join(re.sub(r"<[^>]*>", " ", row).split()), re.findall(r'href="(.*?)"', row)


def test_a_day_that_is_over_is_one_press_from_being_played_again(stranger, two_days, clock):
    yesterday, today = two_days
    clock(today)
    make_dailies(today)
    page = stranger.get("/daily/2026-11").content.decode()
    text, links = row_of(page, "</span> 30")
    assert text.startswith("Mon 30 November Play : Wish, number 1 Play : WinABit, number 1")
    assert len(links) == 5
    seed = wish_of(yesterday).rounds.all()[0].deal.seed
    assert links[0] == f"/practice/wish?seed={seed}"
    assert "Challenge" in stranger.get(links[0]).content.decode()


def test_of_today_and_tomorrow_no_seed_is_told(stranger, two_days, clock):
    today = two_days[1]
    clock(today)
    make_dailies(today)
    page = stranger.get("/daily").content.decode()
    links = row_of(page, "Today")[1]
    assert links[0] == f"/c/{wish_of(today).pk}"
    assert row_of(page, "</span> 2<") == ("Wed 2 December soon soon soon soon soon", [])
    for daily in Daily.objects.filter(date__gte=today.date()):
        assert daily.competition.rounds.get().deal.seed not in page


def test_viewers_see_how_they_did_and_their_runs(browser_of, stranger, rival, two_days, clock):
    yesterday, today = two_days
    wish = wish_of(yesterday)
    play_sealed(wish, rival, [first_move(wish)])
    clock(today)
    make_dailies(today)
    page = browser_of(rival).get("/daily/2026-11").content.decode()
    score = rival.attempts.get().score
    assert f"{score} : your score; play again : Wish, number 1" in row_of(page, "</span> 30")[0]
    assert re.search(r"In a row</th><td>1</td><td>0</td>", page)
    assert "In a row" not in stranger.get("/daily/2026-11").content.decode()


def test_months_reach_from_the_first_daily_to_tomorrow(stranger, two_days, clock):
    clock(two_days[1])
    make_dailies(two_days[1])
    for path, status in {
        "/daily": 200,
        "/daily/2026-12": 200,
        "/daily/2026-11": 200,
        "/daily/2026-10": 404,
        "/daily/2027-01": 404,
        "/daily/2026-13": 404,
        "/daily/0000-01": 404,
    }.items():
        assert stranger.get(path).status_code == status, path
    november, december = (stranger.get(f"/daily/2026-{month}").content.decode() for month in (11, 12))
    assert 'rel="next" href="/daily/2026-12"' in november
    assert 'rel="prev"' not in november
    assert 'rel="prev" href="/daily/2026-11"' in december
    assert 'rel="next"' not in december


def test_a_full_month_takes_as_many_queries_as_a_day(browser_of, rival, clock, django_assert_num_queries):
    first = clock(datetime(2026, 12, 1, 12, tzinfo=UTC))
    make_dailies(first)
    browser = browser_of(rival)
    # The session and its player; the ends; contests and rounds; own attempts; what may be seen; streaks.
    expected = 2 + 1 + 2 + 1 + 2 + 3
    clock(first + timedelta(days=1))
    with django_assert_num_queries(expected):
        browser.get("/daily/2026-12")
    for day in range(1, 31):
        make_dailies(first + timedelta(days=day))
    clock(first + timedelta(days=30))
    with django_assert_num_queries(expected):
        page = browser.get("/daily/2026-12").content.decode()
    assert page.count('<th scope="row">') == 31 + 2
    assert date(2026, 12, 31) in {daily.date for daily in Daily.objects.all()}
