"""The list of all contests."""

import re
from datetime import timedelta
from html import unescape

import pytest
from django.utils import timezone

from competitions.models import Competition

from .playing import close, enter

pytestmark = pytest.mark.django_db


def names(page):
    return re.findall(r'<h3><a href="/c/\w+"><bdi>(.*?)</bdi>', page)


def older(page):
    """Where the next page is; None on the last one."""
    link = re.search(r'rel="next" href="(.*?)"', page)
    return link and unescape(link.group(1))


@pytest.fixture
def every_kind(contest, rival):
    """One contest of each kind, by its name."""
    contest(name="Open")
    contest(name="Soon", opens_at=timezone.now() + timedelta(days=1))
    close(contest(name="Over"))
    final = contest(name="Final")
    close(final)
    Competition.objects.filter(pk=final.pk).update(certified_at=timezone.now())
    contest(name="Hidden", access="unlisted")
    enter(contest(name="Invited", access="invite"), rival)


@pytest.mark.parametrize(
    ("query", "listed"),
    [
        ("", {"Open", "Soon", "Over", "Final"}),
        ("?show=running", {"Open"}),
        ("?show=scheduled", {"Soon"}),
        ("?show=closed", {"Over", "Final"}),
        ("?show=yours", {"Invited"}),
    ],
)
def test_contests_are_listed_by_their_kind(browser_of, rival, every_kind, query, listed):
    page = browser_of(rival).get(f"/contests{query}").content.decode()
    assert set(names(page)) == listed
    assert len(re.findall('aria-current="page"', page)) == 1


def test_a_stranger_has_none_and_is_not_asked_for_theirs(stranger, every_kind):
    assert "show=yours" not in stranger.get("/contests").content.decode()
    page = stranger.get("/contests?show=yours").content.decode()
    assert names(page) == []
    assert "you" in page


def test_all_of_them_are_found_the_newest_first_and_none_twice(stranger, contest):
    made = [contest(name=f"Number {number:02}").name for number in range(55)]
    found, sizes, path = [], [], "/contests?show=running"
    while path:
        page = stranger.get(path).content.decode()
        found += names(page)
        sizes.append(len(names(page)))
        path = older(page)
    assert found == made[::-1]
    assert sizes == [25, 25, 5]


def test_what_begins_meanwhile_moves_nothing_to_the_next_page(stranger, contest):
    for number in range(26):
        contest(name=f"Number {number:02}")
    page = stranger.get("/contests").content.decode()
    contest(name="Just now")
    assert names(stranger.get(older(page)).content.decode()) == ["Number 00"]


@pytest.mark.parametrize(
    "query", ["show=all", "before=2222222222222222", "before=%00", "before=x", "show=running&before="]
)
def test_a_list_that_is_not_there_is_not_found(stranger, contest, query):
    contest()
    assert stranger.get(f"/contests?{query}").status_code == 404


def test_a_list_does_not_go_on_from_a_hidden_contest(stranger, contest):
    hidden = contest(access="unlisted")
    assert stranger.get(f"/contests?before={hidden.pk}").status_code == 404


def test_the_list_makes_as_many_queries_for_many_contests_as_for_one(
    browser_of, contest, rival, django_assert_num_queries
):
    browser = browser_of(rival)
    enter(contest(), rival)
    expected = 2 + 1 + 2  # the session and its player; the contests; their rounds and their players
    for query, more in (("", 0), ("?show=yours", 3)):  # three for what is next
        with django_assert_num_queries(expected + more):
            browser.get(f"/contests{query}")
    for _ in range(30):
        enter(contest(*["wish"] * 30), rival)
    for query, more in (("", 0), ("?show=yours", 3)):  # three for what is next
        with django_assert_num_queries(expected + more):
            browser.get(f"/contests{query}")


def test_names_are_escaped(stranger, contest):
    contest(name="<script>alert(1)</script>")
    assert "<script>alert" not in stranger.get("/contests").content.decode()
