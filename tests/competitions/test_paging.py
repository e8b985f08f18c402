"""Long lists, a page at a time: a scoreboard of 230 entries, ties across the edges of pages, and a trail."""

import base64
import itertools

import pytest

from competitions.models import Act, Competition, Entry, Player
from competitions.people.register import first_token
from competitions.standings import standings
from tests.clients.rest import Client

from .stored import end_round, enter_many

ENTRIES = 230


@pytest.fixture
def event(owner, clock):
    """A contest of 230 players: three share each rank, and the last thirty have not played."""
    event = owner.create()
    competition = Competition.objects.get(pk=event["id"])
    [round] = competition.rounds.all()
    names = [f"p{n:03}" for n in range(ENTRIES)]
    entries = enter_many(competition, names, clock.now)
    end_round(entries[:200], round, [n // 3 if n < 90 else 30 for n in range(200)], clock.now)
    Competition.objects.filter(pk=event["id"]).update(entrants=ENTRIES)
    return event


def _ranks():
    """The right rank of each of the 230, in order."""
    return [n // 3 * 3 + 1 for n in range(90)] + [91] * 110 + [None] * 30


def _pages(anyone, event, link, **query):
    page = anyone.standings(event, **query)
    yield page
    while page[link] is not None:
        page = anyone.follow(page[link]).body
        yield page


def test_pages_put_together_are_the_whole_scoreboard(anyone, event):
    for query in ({}, {"round": 1}):
        pages = list(_pages(anyone, event, "next", **query))
        rows = [row for page in pages for row in page["results"]]
        assert [row["player"]["name"] for row in rows] == [f"p{n:03}" for n in range(ENTRIES)]
        assert [row["rank"] for row in rows] == _ranks()
        assert [row["tied"] for row in rows] == [rank is not None for rank in _ranks()]
        assert {page["total"] for page in pages} == {ENTRIES}
        assert pages[0]["previous"] is None


def test_pages_lead_back_to_the_first(anyone, event):
    *_, last = _pages(anyone, event, "next")
    back = [last]
    while back[-1]["previous"] is not None:
        back.append(anyone.follow(back[-1]["previous"]).body)
    rows = [row for page in reversed(back) for row in page["results"]]
    assert [row["player"]["name"] for row in rows] == [f"p{n:03}" for n in range(ENTRIES)]


@pytest.mark.extra
def test_a_page_has_as_many_rows_as_are_asked_for(anyone, event):
    for limit in (1, 60, 200):
        pages = list(itertools.islice(_pages(anyone, event, "next", limit=limit), 4))
        rows = [row["player"]["name"] for page in pages for row in page["results"]]
        assert rows == [f"p{n:03}" for n in range(min(4 * limit, ENTRIES))]
        back = anyone.follow(pages[1]["previous"]).body
        assert back["results"] == pages[0]["results"]
        viewer = _viewer(anyone, "p100")
        near = viewer.standings(event, around="me", limit=limit)["results"]
        assert len(near) == limit
        assert "p100" in [row["player"]["name"] for row in near]
        for wrong in ("0", "201", "x", ""):
            refused = anyone.get(f"/competitions/{event['id']}/standings", limit=wrong)
            assert refused.refused_for("limit") == ["Must be a number from 1 to 200."]


def _overtake(event, name):
    """A player scores better than all others, and it is counted as it would be."""
    entry = Entry.objects.get(player__name=name)
    changes = Competition.objects.get(pk=event["id"]).changes + 1
    entry.attempts.update(score=-1)
    Entry.objects.filter(pk=entry.pk).update(changed=changes)
    Competition.objects.filter(pk=event["id"]).update(changes=changes)


def test_pages_say_that_the_standings_have_moved_since_the_first_was_read(anyone, event):
    first = anyone.standings(event)
    assert first["changed"] is False
    assert anyone.follow(first["next"]).body["changed"] is False
    _overtake(event, "p150")
    second = anyone.follow(first["next"]).body
    assert (second["changed"], second["version"]) == (True, first["version"] + 1)
    third = anyone.follow(second["next"]).body
    assert third["changed"], "the first page is as old as it was"
    assert anyone.follow(second["previous"]).body["changed"]
    again = list(_pages(anyone, event, "next"))
    assert [page["changed"] for page in again] == [False] * 3
    assert again[0]["results"][0]["player"]["name"] == "p150"
    near = _viewer(anyone, "p150").standings(event, around="me")
    assert near["changed"] is False
    assert anyone.follow(near["next"]).body["changed"] is False


def test_a_page_says_so_too_if_they_move_while_it_is_made(anyone, event, monkeypatch):
    """Its rows are newer than its version then."""
    first = anyone.standings(event)
    sheet = standings.sheet

    def meanwhile(*args, **named):
        _overtake(event, "p150")
        return sheet(*args, **named)

    monkeypatch.setattr(standings, "sheet", meanwhile)
    second = anyone.follow(first["next"]).body
    assert second["version"] == first["version"]
    assert second["changed"] is True


def _viewer(anyone, name):
    player = Player.objects.get(name=name)
    return Client(anyone.send, first_token(player=player, now=player.created_at))


def test_a_viewer_sees_the_neighbourhood(anyone, event):
    for name, first, last in (
        ("p000", 0, 10),
        ("p003", 0, 10),
        ("p010", 5, 15),
        ("p150", 145, 155),
        ("p229", 224, 229),
    ):
        viewer, stretch = _viewer(anyone, name), slice(first, last + 1)
        for query in ({}, {"round": 1}):
            sheet = viewer.standings(event, around="me", **query)
            rows = sheet["results"]
            assert [row["player"]["name"] for row in rows] == [f"p{n:03}" for n in range(first, last + 1)]
            assert [row["rank"] for row in rows] == _ranks()[stretch]
            assert [row["tied"] for row in rows] == [rank is not None for rank in _ranks()[stretch]]
            assert sheet["total"] == ENTRIES


def test_the_pages_beside_a_neighbourhood_begin_where_it_ends(anyone, event):
    viewer = _viewer(anyone, "p150")
    sheet = viewer.standings(event, around="me")
    after, before = viewer.follow(sheet["next"]).body, viewer.follow(sheet["previous"]).body
    assert after["results"][0]["player"]["name"] == "p156"
    assert before["results"][-1]["player"]["name"] == "p144"


def test_a_page_near_the_top_leads_back_without_telling_a_row_twice(anyone, event):
    viewer = _viewer(anyone, "p020")
    before = viewer.follow(viewer.standings(event, around="me")["previous"]).body
    assert [row["player"]["name"] for row in before["results"]] == [f"p{n:03}" for n in range(15)]
    assert before["previous"] is None


def test_who_has_not_joined_has_no_neighbourhood(stranger, anyone, event):
    path = f"/competitions/{event['id']}/standings"
    assert stranger.get(path, around="me").outcome == (403, "not_entered")
    token = stranger.post("/tokens", {"name": "A bot", "scopes": ["play"]}).body["token"]
    assert Client(stranger.send, token).get(path, around="me").outcome == (403, "forbidden")
    assert anyone.get(path, around="me").outcome == (401, "unauthenticated")
    stranger.get(path, around="you").refused_for("around")


def _sealed(text):
    return base64.urlsafe_b64encode(text.encode()).decode()


FORGED = [
    "",
    "!",
    "\u00e9",
    "\x00",
    "AAAA",
    "A",
    *map(_sealed, ("1", "-1>5", "1>1.5", "1>" + "9" * 40, "9" * 40 + ">1", "1>\u0663", "x", "1> 5")),
    *map(_sealed, (">5", "1>", "1=5", "1>5 ", "1>-5", "0-100")),
]


@pytest.mark.extra
def test_a_forged_cursor_is_at_fault(anyone, owner):
    for cursor in FORGED:
        event = owner.create()
        anyone.get(f"/competitions/{event['id']}/standings", cursor=cursor).refused_for("cursor")


def test_a_cursor_beyond_the_end_shows_an_empty_page(anyone, owner, event):
    contest = owner.create()
    [link] = [anyone.standings(event)["next"]]
    cursor = link.partition("cursor=")[2]
    page = anyone.request("GET", f"/competitions/{contest['id']}/standings?cursor={cursor}").body
    assert (page["results"], page["next"], page["total"]) == ([], None, 0)


# The audit trail


@pytest.fixture
def trail(owner, clock):
    """The path of a trail, and what makes it longer."""
    event = owner.create()
    organiser = Player.objects.get(pk=owner.player["id"])

    def longer(*names):
        Act.objects.bulk_create(
            Act(competition_id=event["id"], actor=organiser, act=name, at=clock.now) for name in names
        )

    return f"/competitions/{event['id']}/audit", longer


def _acts(page):
    return [act["act"] for act in page["results"]]


def test_a_long_trail_is_told_page_by_page_and_misses_no_act_that_comes_meanwhile(owner, trail, clock):
    path, longer = trail
    acts = [f"act {n}" for n in range(250)]
    longer(*acts[:150])
    first = owner.get(path).body
    clock.forward(hours=-1)  # a clock that was set back moves nothing to the front
    longer(*acts[150:])
    second = owner.follow(first["next"]).body
    third = owner.follow(second["next"]).body
    assert [len(page["results"]) for page in (first, second, third)] == [100, 100, 50]
    assert _acts(first) + _acts(second) + _acts(third) == acts
    assert (first["previous"], third["next"]) == (None, None)
    assert _acts(owner.follow(third["previous"]).body) == _acts(second)


def test_a_forged_place_in_the_trail_is_at_fault(owner, trail):
    for position in ("-1", "1.5", "9" * 30, "x", "%00", ""):
        owner.get(trail[0], cursor=_sealed(f">{position}")).refused_for("cursor")


def test_a_cursor_of_another_list_is_at_fault(owner, trail, event):
    trail[1]("act")
    cursor = owner.standings(event)["next"].partition("cursor=")[2]
    owner.request("GET", f"{trail[0]}?cursor={cursor}").refused_for("cursor")
