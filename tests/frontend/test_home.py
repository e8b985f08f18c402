"""The first page."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from .lists.shown import headings, lines
from .playing import close, enter, play

pytestmark = pytest.mark.django_db


def test_home_says_what_this_is_and_deals_at_once(stranger):
    page = stranger.get("/").content.decode()
    assert "The same deal for everyone" in page
    for path in ("/new", "/verify", "/games"):
        assert f'href="{path}"' in page
    assert 'action="/play"' in page
    [line] = re.findall(r'<p class="lead">(.*?)</p>', page)
    assert line.startswith("Patience, or solitaire,")
    assert "search" not in page
    assert 'class="hand"' not in page, "there are no deals of the day"
    assert '<a href="/contests">Find a contest</a>' in page


def test_home_lists_contests_by_what_a_visitor_can_do(stranger, contest):
    now = timezone.now()
    kinds = {
        "running": contest(name="Now or never"),
        "scheduled": contest(name="Tomorrow then", opens_at=now + timedelta(days=1)),
        "over": contest(name="Yesterday's"),
    }
    close(kinds["over"])
    page = stranger.get("/").content.decode()
    assert headings(page) == ["Contests to join", "More cards", "How it works"]
    assert lines(page) == [kinds["running"].name, kinds["scheduled"].name]
    assert f'href="/c/{kinds["running"].pk}"' in page


@pytest.mark.parametrize("access", ["unlisted", "invite"])
def test_home_lists_what_is_not_public_for_who_is_in_it(stranger, mine, contest, rival, access):
    enter(contest(name="Behind the curtain", access=access), rival)
    assert "Behind the curtain" not in stranger.get("/").content.decode()
    page = mine.get("/").content.decode()
    assert "Waiting for you" in headings(page)
    assert page.count('<bdi lang="">Behind the curtain</bdi></a>') == 1


def test_home_lists_each_contest_once_and_few_of_them(desk, mine, contest, rival):
    now = timezone.now()
    for number in range(6):
        contest(name=f"on {number}")
        contest(name=f"soon {number}", opens_at=now + timedelta(days=1 + number))
    waiting, played = contest("wish", name="waiting"), contest("wish", name="played")
    enter(waiting, rival)
    play(played, rival, [])
    close(contest(name="over"))
    page = mine.get("/").content.decode()
    assert headings(page) == [
        "Waiting for you",
        "My contests",
        "Contests to join",
        "More cards",
        "How it works",
    ]
    own, others = page.split('id="open"')
    assert lines(own) == ["played"]
    assert lines(others) == ["on 5", "on 4", "on 3", "soon 0"]
    for name in ("waiting", "played", "on 5"):
        assert page.count(f'<bdi lang="">{name}</bdi></a>') == 1
    assert 'href="/contests/mine"' in own[own.index('id="own"') :]
    assert 'href="/contests"' in others
    assert lines(desk.get("/").content.decode().split('id="open"')[1]) == []


def test_the_head_of_every_page_leads_to_the_contests_or_to_ones_own(stranger, mine):
    def led_to(browser):
        head = browser.get("/games").content.decode().split("<main")[0]
        return re.findall(r'href="(/contests.*?)"', head)

    assert led_to(stranger) == ["/contests"]
    assert led_to(mine) == ["/contests/mine"]


def test_home_says_the_games_and_how_many_players_a_contest_has(stranger, contest, rival, owner):
    competition = contest("wish", "pyramid", "wish")
    for player in (rival, owner):
        enter(competition, player)
    text = " ".join(re.sub(r"<.*?>", "", stranger.get("/").content.decode()).split())
    assert "Friday evening Wish, Pyramid · 2 players" in text


@pytest.mark.extra
def test_home_makes_as_many_queries_for_many_contests_as_for_one(
    mine, contest, rival, django_assert_num_queries
):
    enter(contest("wish", "pyramid"), rival)
    # The session and its player, and the bell; two queries for each stretch of two lists; one's own; what is
    # next; the rounds of what can be joined; which of that is theirs; today's deals, of which there are none;
    # on how many days they played some; and their circles.
    expected = 3 + 2 * 3 + 1 + 2 + 1 + 1 + 1 + 1
    with django_assert_num_queries(expected):
        mine.get("/")
    for _ in range(14):
        enter(contest(*["wish"] * 30), rival)
    # And the rounds of what waits behind the first five.
    with django_assert_num_queries(expected + 1) as many:
        mine.get("/")
    counting = [query["sql"] for query in many.captured_queries if "COUNT(" in query["sql"]]
    counting = [sql for sql in counting if "notice" not in sql]  # the bell
    counting = [sql for sql in counting if "COUNT(DISTINCT" not in sql]  # the days on which they have played
    assert all('"competition_id" IN (' in sql for sql in counting), "counted before the six were taken"
