"""My contests: what the viewer has entered or organises, what can be played first."""

import re
from datetime import timedelta
from itertools import chain

import pytest
from django.utils import timezone

from competitions.models import Competition, Deal, Entry, Round
from frontend.contests.own_contests import OVER, PARTS, RUNNING, TO_COME, TO_PLAY, own_contests
from frontend.home.next_steps import next_steps
from tests.steps import steps_counted

from ..playing import close, enter, play, start
from ..reading import read
from ..windows import in_every_window, open_contest
from .shown import headings, names, next_page, pages_from

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


def change(competition, **columns):
    Competition.objects.filter(pk=competition.pk).update(**columns)


@pytest.fixture
def mixed(contest, rival, player):
    """The rival's contests of every kind; all are the owner's, and one is crowded."""
    now = timezone.now()
    later = {"opens_at": now + HOUR, "closes_at": now + 2 * HOUR}
    made = {
        "over": contest(name="over"),
        "cancelled": contest(name="cancelled"),
        "to come": contest(name="to come", **later),
        "all played": contest(name="all played"),
        "disqualified": contest(name="disqualified"),
        "running": contest(name="running", play="sealed"),
        "not begun": contest("wish", "wish", name="not begun", access="invite"),
        "not theirs": contest(name="not theirs"),
    }
    for name, competition in made.items():
        if name != "not theirs":
            enter(competition, rival)
    close(made["over"])
    change(made["cancelled"], cancelled_at=now)
    play(made["all played"], rival, [])
    Entry.objects.filter(competition=made["disqualified"], player=rival).update(disqualified_at=now)
    start(made["running"], rival)
    play(made["not begun"], rival, [])
    for name in ("Ann", "Ben", "Cy"):
        enter(made["not begun"], player(name))
    change(contest(name="draft"), published_at=None)
    late = contest(name="late draft")
    close(late)
    change(late, published_at=None, created_at=now)
    return made


def parts(page):
    """The names under each heading."""
    found = re.split(r'<h2 id="part-\d">', page)[1:]
    return {part.split("<")[0]: names(part) for part in found}


def test_what_one_can_play_comes_first_then_what_is_over_and_each_is_listed_once(mine, desk, mixed):
    """An organiser finds all that is theirs, and alone their drafts."""
    assert parts(read(mine, "/contests/mine")) == {
        "Rounds to play": ["not begun", "running"],
        "Running": ["disqualified", "all played"],
        "Not open yet": ["to come"],
        "Over": ["cancelled", "over"],
    }
    assert parts(read(desk, "/contests/mine")) == {
        "Running": ["not theirs", "not begun", "running", "disqualified", "all played"],
        "Not open yet": ["draft", "to come", "late draft"],
        "Over": ["cancelled", "over"],
    }


def test_who_has_none_is_led_to_those_of_others(stranger, browser_of, player, mixed):
    for browser in (stranger, browser_of(player("Nell New"))):
        page = read(browser, "/contests/mine")
        assert names(page) == []
        assert 'href="/contests?state=running"' in page


@pytest.mark.extra
def test_the_list_goes_on_through_all_its_parts(mine, contest, rival, monkeypatch):
    monkeypatch.setattr("frontend.contests.own_views.PAGE", 7)
    now, expected = timezone.now(), {part: [] for part in PARTS}
    for number in range(4):
        for part, settings in (
            ("Rounds to play", {}),
            ("Running", {}),
            ("Not open yet", {"opens_at": now + HOUR}),
            ("Over", {}),
        ):
            made = contest(name=f"{part} {number}", **settings)
            enter(made, rival)
            expected[part].insert(0, made.name)
            if part == "Running":
                play(made, rival, [])
            if part == "Over":
                change(made, cancelled_at=now)
    pages = pages_from(mine, "/contests/mine")
    assert [len(names(page)) for page in pages] == [7, 7, 2]
    assert [name for page in pages for name in names(page)] == [*chain.from_iterable(expected.values())]
    assert list(parts(pages[1])) == ["Running", "Not open yet", "Over"]
    assert ["Your next game" in headings(page) for page in pages] == [True, False, False]
    assert ["First page" in page for page in pages] == [False, True, True]


@pytest.mark.parametrize("after", ["", "x", "4-0-2222222222222222", "0-0-x", "%00"])
def test_a_page_that_is_not_there_is_not_found(mine, after):
    assert mine.get(f"/contests/mine?after={after}").status_code == 404


@pytest.mark.extra
def test_the_page_takes_as_many_queries_for_many_contests_as_for_one(
    mine, contest, rival, django_assert_num_queries, monkeypatch
):
    monkeypatch.setattr("frontend.contests.own_views.PAGE", 6)
    # the session, its player, the bell; the contests; their rounds; what is next; the series
    expected = 3 + 1 + 1 + 2 + 1
    for more in (1, 8):
        for _ in range(more):
            enter(contest(*["wish"] * 3), rival)
        with django_assert_num_queries(expected):
            page = read(mine, "/contests/mine")
    assert next_page(page)


@pytest.mark.extra
def test_a_contest_is_in_the_part_that_its_state_says(rival, owner, monkeypatch):
    """The query agrees with `Competition.state`, and on what can be played with what is next."""
    for limit in ("MOST", "ENOUGH", "LOOKED_AT"):
        monkeypatch.setattr(f"frontend.home.next_steps.{limit}", 10_000)
    now = timezone.now()
    made = in_every_window(rival, owner, now)
    own, _ = own_contests(rival, now, most=len(made))
    assert {contest.pk for contest in own} == {round.competition_id for round in made}
    waits = {step.round.competition_id for step in next_steps(rival, now) if step.state == "waiting"}
    for contest in own:
        playable = TO_PLAY if contest.pk in waits else RUNNING
        expected = {"scheduled": TO_COME, "closed": OVER, "running": playable}
        assert contest.part == expected[contest.state(now)], (contest.opens_at, contest.closes_at)
    assert {contest.part for contest in own} == {TO_PLAY, RUNNING, TO_COME, OVER}


@pytest.mark.extra
def test_contests_of_others_cost_nothing(contest, rival, owner):
    now, mine = timezone.now(), [contest("wish") for _ in range(30)]
    for competition in mine:
        enter(competition, rival)
    _, after = own_contests(rival, now, most=24)
    costs = []
    for more in (1, 600):
        others = Competition.objects.bulk_create(open_contest("another", owner, now) for _ in range(more))
        deals = Deal.objects.bulk_create(Deal(game_slug="wish", rules={}, seed="pub") for _ in others)
        Round.objects.bulk_create(
            Round(competition=one, number=1, deal=deal) for one, deal in zip(others, deals, strict=True)
        )
        with steps_counted() as taken:
            own_contests(rival, now, most=24)
            own_contests(rival, now, most=24, after=after)
        costs.append(len(taken))
    assert costs[1] < 1.2 * costs[0]


def test_co_organisers_find_the_drafts_that_they_share(mine, contest, rival):
    draft = contest(name="shared draft")
    change(draft, published_at=None, shared=True)
    draft.co_organisers.create(player=rival, since=timezone.now())
    assert parts(read(mine, "/contests/mine")) == {"Not open yet": ["shared draft"]}


def test_a_card_says_when_what_its_state_says_happened(desk, contest):
    now = timezone.now()
    cancelled, draft = (contest(closes_at=now + timedelta(days=9)) for _ in range(2))
    change(cancelled, cancelled_at=now)
    change(draft, published_at=None)
    page = read(desk, "/contests/mine")
    said = re.findall(r'<span class="state (\w+)">\w+</span>\s*(?:<time datetime="(.*?)")?', page)
    assert said == [("draft", ""), ("cancelled", f"{now:%Y-%m-%dT%H:%M:%SZ}")]
