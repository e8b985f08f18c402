"""The list of public contests: what is found in it, and page by page."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from competitions.models import Competition
from frontend.contests import search
from tests.steps import steps_counted

from ..playing import close, enter
from ..reading import read, says
from ..windows import open_contest
from .shown import headings, names, next_page, pages_from

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)


@pytest.fixture
def every_kind(contest, rival):
    """One contest of each kind, by its name."""
    now = timezone.now()
    contest("wish", name="Open", play="sealed")
    contest("wish", "well", name="Ending", closes_at=now + DAY)
    contest("pyramid", name="Soon", opens_at=now + DAY, closes_at=now + 2 * DAY)
    close(contest(name="Over"))
    close(contest("wish", name="Final"))
    contest(name="Cancelled")
    contest(name="Draft", draft=True)
    contest(name="Hidden", access="unlisted")
    for name, column in (("Final", "certified_at"), ("Cancelled", "cancelled_at")):
        Competition.objects.filter(name=name).update(**{column: now})
    enter(contest(name="Invited", access="invite"), rival)


LISTED = {
    "": {"Open", "Ending", "Soon", "Over", "Final"},
    "?q=&state=&game=&play=": {"Open", "Ending", "Soon", "Over", "Final"},
    "?state=running": {"Open", "Ending"},
    "?state=scheduled": {"Soon"},
    "?state=over": {"Over", "Final"},
    "?state=cancelled": {"Cancelled"},
    "?game=wish": {"Open", "Ending", "Final"},
    "?game=well&play=open": {"Ending"},
    "?play=sealed": {"Open"},
    "?state=running&game=wish&play=open": {"Ending"},
    "?q=en": {"Open", "Ending"},
    "?q=en&state=over": set(),
}


@pytest.mark.extra
def test_contests_are_found_by_state_game_play_and_name(stranger, desk, every_kind):
    for browser in (stranger, desk):
        for query, listed in LISTED.items():
            page = read(browser, f"/contests{query}")
            assert set(names(page)) == listed, query
            count = len(listed) or "No"
            assert headings(page)[0] == f"{count} contest{'' if count == 1 else 's'}", query


def test_the_form_shows_what_was_asked_for(stranger, every_kind):
    page = read(stranger, "/contests?q=en&state=running&game=wish&play=open")
    assert set(re.findall(r'<option value="([\w-]+)" selected>', page)) == {"running", "wish", "open"}
    labels = [f'<label for="id_{field}"' for field in ("q", "state", "game", "play")]
    says(page, 'type="search" name="q" value="en"', "<h1>Contests to play now</h1>", *labels)


@pytest.mark.extra
@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("Élan vital", "élan"),
        ("Élan vital", "ELAN"),
        ("ÇA ALORS", "ça"),
        ("Große Straße", "GROSSE STRASSE"),
        ("Кубок осени", "КУБОК"),
        ("Friday evening", "eve fri"),
        ("100% luck_", "% K_"),
        ("<b>bold</b>", "<b>"),
        ("Die erste", "  die\t"),
    ],
)
def test_a_name_is_found_by_parts_of_its_words_in_any_case(stranger, contest, name, asked):
    contest(name=name)
    contest(name="Another")
    for words, found in ((asked, [name]), (f"{asked} x", []), ("%", [name] if "%" in name else [])):
        assert names(read(stranger, "/contests", q=words)) == found


def test_what_ends_next_what_starts_next_and_what_ended_last_comes_first(stranger, contest):
    now = timezone.now()
    for days in (2, 1, 3):
        contest(name=f"ends in {days}", closes_at=now + days * DAY)
        contest(name=f"starts in {days}", opens_at=now + days * DAY)
        ended = contest(name=f"ended before {days}")
        Competition.objects.filter(pk=ended.pk).update(
            created_at=now - 9 * DAY, opens_at=now - 9 * DAY, closes_at=now - days * DAY
        )
    for name in ("no end", "no end, newer"):
        contest(name=name)
    for state, listed in {
        "running": ["ends in 1", "ends in 2", "ends in 3", "no end, newer", "no end"],
        "scheduled": ["starts in 1", "starts in 2", "starts in 3"],
        "over": ["ended before 1", "ended before 2", "ended before 3"],
    }.items():
        assert names(read(stranger, "/contests", state=state)) == listed


@pytest.fixture
def many(contest):
    """Sixty contests in each state, some of which share their moments; half of the open ones end."""
    now = timezone.now()
    made = contest()
    rows = []
    for number in range(60):
        moment = timedelta(hours=1 + number // 7)
        rows += [
            {"name": f"ending {number}", "created": now - moment, "closes_at": now + moment},
            {"name": f"endless {number}", "created": now - moment},
            {"name": f"scheduled {number}", "created": now, "opens_at": now + moment},
            {"name": f"over {number}", "created": now - 99 * DAY, "closes_at": now - moment},
        ]
    Competition.objects.bulk_create(open_contest(organiser=made.organiser, **row) for row in rows)
    made.delete()
    return rows


FOUND = {
    "": {"ending", "endless", "scheduled", "over"},
    "state=running": {"ending", "endless"},
    "state=scheduled": {"scheduled"},
    "state=over": {"over"},
    "q=1&state=running": {"ending", "endless"},
    "q=9": {"ending", "endless", "scheduled", "over"},
}


@pytest.mark.parametrize("looked_through", [2000, pytest.param(10, marks=pytest.mark.extra)])
def test_all_are_found_page_by_page_and_none_twice(stranger, many, monkeypatch, looked_through):
    """However few of them a page looks through."""
    monkeypatch.setattr(search, "LOOKED_THROUGH", looked_through)
    for query, kinds in FOUND.items():
        pages = pages_from(stranger, f"/contests?{query}")
        found = [name for page in pages for name in names(page)]
        words = re.findall("q=([0-9])", query)
        fit = [
            row["name"]
            for row in many
            if row["name"].split()[0] in kinds and all(word in row["name"] for word in words)
        ]
        assert sorted(found) == sorted(fit), query
        most = 24 if looked_through > 24 else 20
        assert all(len(names(page)) <= most for page in pages), query
        assert ("have searched thousands" in pages[0]) == (looked_through == 10), query


def test_a_page_says_how_many_it_lists_and_whether_there_are_more(stranger, many):
    pages = pages_from(stranger, "/contests?state=scheduled")
    assert [headings(page)[0] for page in pages] == [
        "The first 24 contests",
        "24 more contests",
        "The last 12 contests",
    ]
    assert ["First page" in page for page in pages] == [False, True, True]
    assert "No more contests" in stranger.get("/contests?after=0-0-2222222222222222").content.decode()


@pytest.mark.extra
def test_what_begins_meanwhile_moves_nothing_to_the_next_page(stranger, contest):
    for number in range(25):
        contest(name=f"Number {number:02}")
    page = stranger.get("/contests").content.decode()
    contest(name="Just now")
    assert names(stranger.get(next_page(page)).content.decode()) == ["Number 00"]


@pytest.mark.parametrize(
    "query",
    [
        "state=all",
        "game=golf",
        "play=x",
        "after=",
        "after=x",
        "after=%00",
        "after=0-1-2",
        "after=4-0-2222222222222222",
        f"after=0-{'9' * 18}-2222222222222222",
        f"after=0-{'9' * 19}-2222222222222222",
        "state=running&after=0--1-2222222222222222",
    ],
)
def test_a_list_that_is_not_there_is_not_found(stranger, query):
    read(stranger, f"/contests?{query}", 404)


def test_a_search_that_is_too_long_is_not_begun(stranger, contest, django_assert_num_queries):
    contest(name=80 * "x")
    assert names(stranger.get(f"/contests?q={80 * 'x'}").content.decode()) == [80 * "x"]
    for words in (81 * "x", "x%00"):
        with django_assert_num_queries(0):
            says(read(stranger, f"/contests?q={words}", 422), "errorlist")


def test_searching_costs_work_which_is_limited(stranger, monkeypatch):
    monkeypatch.setattr("competitions.web.costs.SEARCH", 1e9)
    answers = [stranger.get(path).status_code for path in ("/contests?q=x", "/contests?q=x", "/contests")]
    assert answers == [200, 429, 200]


@pytest.mark.extra
def test_a_page_takes_as_many_queries_for_many_contests_as_for_one(stranger, contest):
    asked = ("", "?state=over", "?state=running&game=wish&play=open", "?q=e")
    taken = {query: [] for query in asked}
    for more in (1, 24):
        for _ in range(more):
            contest(*["wish"] * 3, closes_at=timezone.now() + DAY)
            close(contest("wish"))
        for query in asked:
            with CaptureQueriesContext(connection) as queries:
                assert names(stranger.get(f"/contests{query}").content.decode())
            taken[query].append(len(queries))
    assert [query for query, (one, many) in taken.items() if not many <= one <= 8] == []


@pytest.mark.extra
def test_no_page_costs_more_however_many_contests_there_are(contest, monkeypatch):
    """The last pages, and searches that find nothing: in a stretch of a hundred, among few and among many."""
    monkeypatch.setattr(search, "LOOKED_THROUGH", 100)
    now, second, organiser = timezone.now(), timedelta(seconds=1), contest().organiser
    searches = [
        search.ContestSearch(**{"state": state, **more})
        for state in ("", "running", "scheduled", "over", "cancelled")
        for more in ({}, {"game": "winabit"}, {"play": "sealed"}, {"words": "nobody is called so"})
    ]
    costs = []
    for more in (300, 2700):
        Competition.objects.bulk_create(
            open_contest(f"Number {number}", organiser, now - 9 * DAY + number * second, **moments)
            for number in range(more // 5)
            for moments in (
                {"closes_at": now + DAY + number * second},
                {"opens_at": now + DAY + number * second},
                {"closes_at": now - DAY - number * second},
                {},
                {"cancelled_at": now},
            )
        )
        late = {state: _late(state, now) for state in {wanted.state for wanted in searches}}
        costs.append([_steps(each, after, now) for each in searches for after in (None, late[each.state])])
    far = [(few, many) for few, many in zip(*costs, strict=True) if many > 1.3 * few + 1000]
    assert far == []


def _steps(wanted, after, now):
    with steps_counted() as taken:
        search.find_contests(wanted, after=after, most=24, now=now)
    return len(taken)


def _late(state, now):
    """Where the last page of the list begins that is looked through for contests in `state`."""
    after = None
    while (
        found := search.find_contests(search.ContestSearch(state=state), after=after, most=24, now=now)
    ).next:
        after = found.next
    return after
