"""The first page."""

import re
from datetime import timedelta

import pytest
from django.utils import timezone

from .lists.shown import headings, names
from .playing import close, enter

pytestmark = pytest.mark.django_db


def test_home_says_what_this_is_and_shows_every_game(stranger):
    page = stranger.get("/").content.decode()
    assert "The same deal for everyone" in page
    for name in ("Wish", "WinABit", "Well", "Pyramid", "Three By Three"):
        assert name in page
    for path in ("/new", "/verify"):
        assert f'href="{path}"' in page
    [line] = re.findall(r'<p class="lead">(.*?)</p>', page)
    assert line.startswith("Patience, or solitaire,")
    assert "search" not in page
    assert "Today's deals" not in page, "there are none"
    assert '<a href="/contests">Find a contest</a>' in page


def test_home_lists_contests_by_what_a_visitor_can_do(stranger, contest):
    now = timezone.now()
    kinds = {
        "running": contest(name="Now or never"),
        "scheduled": contest(name="Tomorrow then", opens_at=now + timedelta(days=1)),
        "over": contest(name="Yesterday's"),
    }
    close(kinds["over"])
    titles = ("Contests to play now", "Starting soon", "Finished lately", "How it works")
    page = stranger.get("/").content.decode()
    assert [title for title in headings(page) if title in titles] == list(titles)
    for kind, title, following in zip(kinds, titles, titles[1:], strict=False):
        part = page[page.index(f">{title}<") : page.index(f">{following}<")]
        assert names(part) == [kinds[kind].name]
        assert f'href="/c/{kinds[kind].pk}"' in part


@pytest.mark.parametrize("access", ["unlisted", "invite"])
def test_home_lists_what_is_not_public_for_who_is_in_it(stranger, browser_of, contest, rival, access):
    enter(contest(name="Behind the curtain", access=access), rival)
    assert "Behind the curtain" not in stranger.get("/").content.decode()
    page = browser_of(rival).get("/").content.decode()
    assert "My contests" in headings(page)
    assert "Behind the curtain" in page


def test_home_shows_six_of_each_kind_and_leads_to_all(browser_of, contest, owner):
    now = timezone.now()
    for number in range(7):
        contest(name=f"on {number}")
        contest(name=f"soon {number}", opens_at=now + timedelta(days=1 + number))
        close(contest(name=f"over {number}"))
    page = browser_of(owner).get("/").content.decode()
    own, running, scheduled, over = re.split('id="(?:open|soon|over)"', page)
    assert names(own) == names(running) == [f"on {number}" for number in range(6, 0, -1)]
    assert names(scheduled) == [f"soon {number}" for number in range(6)]
    assert len(names(over)) == 6
    assert 'href="/contests/mine"' in own[own.index('id="own"') :]
    for state, part in (("running", running), ("scheduled", scheduled), ("over", over)):
        assert f'href="/contests?state={state}"' in part
    assert 'href="/contests"' in running


def test_the_head_of_every_page_leads_to_the_contests_or_to_ones_own(stranger, browser_of, rival):
    def led_to(browser):
        head = browser.get("/games").content.decode().split("<main")[0]
        return re.findall(r'href="(/contests.*?)"', head)

    assert led_to(stranger) == ["/contests"]
    assert led_to(browser_of(rival)) == ["/contests/mine"]


def test_home_says_how_many_rounds_and_players_a_contest_has(stranger, contest, rival, owner):
    competition = contest("wish", "pyramid", "wish")
    for player in (rival, owner):
        enter(competition, player)
    text = " ".join(re.sub(r"<.*?>", "", stranger.get("/").content.decode()).split())
    assert "Friday evening Wish, Pyramid by Olga Owner · 3 rounds · 2 players Running" in text


@pytest.mark.extra
def test_home_makes_as_many_queries_for_many_contests_as_for_one(
    browser_of, contest, rival, django_assert_num_queries
):
    browser = browser_of(rival)
    enter(contest("wish", "pyramid"), rival)
    # The session and its player, and the bell; two queries for each stretch of three lists; one's own; the
    # rounds of all; what is next; today's deals, of which there are none; on how many days they played some;
    # and their circles.
    expected = 3 + 2 * 4 + 1 + 1 + 2 + 1 + 1 + 1
    with django_assert_num_queries(expected):
        browser.get("/")
    for _ in range(14):
        enter(contest(*["wish"] * 30), rival)
    with django_assert_num_queries(expected) as many:
        browser.get("/")
    counting = [query["sql"] for query in many.captured_queries if "COUNT(" in query["sql"]]
    counting = [sql for sql in counting if "notice" not in sql]  # the bell
    counting = [sql for sql in counting if "COUNT(DISTINCT" not in sql]  # the days on which they have played
    assert all('"competition_id" IN (' in sql for sql in counting), "counted before the six were taken"
