"""The first page."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from .playing import enter

pytestmark = pytest.mark.django_db


def test_home_says_what_this_is_and_shows_every_game(stranger):
    page = stranger.get("/").content.decode()
    assert "The same deal for everyone" in page
    for name in ("Wish", "WinABit", "Well", "Pyramid", "Three By Three"):
        assert name in page
    assert 'href="/new"' in page


def test_home_lists_public_contests_that_run_or_will(stranger, contest):
    running = contest(name="Now or never")
    later = contest(name="Tomorrow then", opens_at=timezone.now() + timedelta(days=1))
    page = stranger.get("/").content.decode()
    for competition in (running, later):
        assert competition.name in page
        assert f'href="/c/{competition.pk}"' in page
    assert page.index("Now or never") < page.index("Opening soon") < page.index("Tomorrow then")


@pytest.mark.parametrize("access", ["unlisted", "invite"])
def test_home_does_not_list_what_is_not_public(stranger, contest, access):
    contest(name="Behind the curtain", access=access)
    assert "Behind the curtain" not in stranger.get("/").content.decode()


def test_home_shows_players_their_own_contests(browser_of, contest, rival):
    enter(contest(name="By link alone", access="unlisted"), rival)
    page = browser_of(rival).get("/").content.decode()
    assert "Your contests" in page
    assert "By link alone" in page


def test_home_escapes_names(stranger, contest, player):
    enter(contest(name="<script>alert(1)</script>"), player("<i>x"))
    page = stranger.get("/").content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert" in page


def test_home_shows_the_newest_twelve_the_newest_first_and_leads_to_the_others(browser_of, contest, owner):
    for number in range(14):
        contest(name=f"Number {number:02}")
    page = browser_of(owner).get("/").content.decode()
    own, running = page.split('id="open"')
    for listed in (own, running):
        assert re.findall(r"Number (\d\d)", listed) == [f"{number:02}" for number in range(13, 1, -1)]
    assert 'href="/contests"' in page
    assert 'href="/contests?show=yours"' in own


def test_home_says_how_many_rounds_and_players_a_contest_has(stranger, contest, rival, owner):
    competition = contest("wish", "pyramid", "wish")
    for player in (rival, owner):
        enter(competition, player)
    text = " ".join(re.sub(r"<.*?>", "", stranger.get("/").content.decode()).split())
    assert "Friday evening Wish, Pyramid by Olga Owner · 3 rounds · 2 players Running" in text


def test_home_makes_as_many_queries_for_many_contests_as_for_one(
    browser_of, contest, rival, django_assert_num_queries
):
    browser = browser_of(rival)
    enter(contest("wish", "pyramid"), rival)
    expected = (
        2 + 3 + 2 + 3
    )  # the session and its player; three lists; their rounds and players; what is next
    with django_assert_num_queries(expected):
        browser.get("/")
    for _ in range(14):
        enter(contest(*["wish"] * 30), rival)
    with django_assert_num_queries(expected) as many:
        browser.get("/")
    counting = [query["sql"] for query in many.captured_queries if "COUNT(" in query["sql"]]
    assert all('"competition_id" IN (' in sql for sql in counting), "counted before the twelve were taken"


def test_home_may_be_framed_by_nobody_and_runs_no_inline_script(stranger):
    answer = stranger.get("/")
    policy = answer.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    page = answer.content.decode()
    assert " style=" not in page
    assert " onclick=" not in page
