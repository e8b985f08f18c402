"""Long lists, a page at a time: a scoreboard of 230 entries, ties across the edges of pages, and a trail."""

import base64
import itertools

import pytest

from competitions.models import Act, Competition, Entry, Player
from competitions.people.register import first_token
from competitions.standings import standings
from tests.clients.rest import Client

from .stored import end_round, enter_many

NAMES = [f"p{n:03}" for n in range(230)]
RANKS = [n // 3 * 3 + 1 for n in range(90)] + [91] * 110 + [None] * 30


@pytest.fixture
def event(owner, clock):
    """A contest of 230 players: three share each rank, and the last thirty have not played."""
    event = owner.create()
    competition = Competition.objects.get(pk=event["id"])
    entries = enter_many(competition, NAMES, clock.now)
    end_round(
        entries[:200], competition.rounds.get(), [n // 3 if n < 90 else 30 for n in range(200)], clock.now
    )
    Competition.objects.filter(pk=event["id"]).update(entrants=len(NAMES))
    return event


@pytest.fixture
def viewer(anyone, event):
    """A client of the player of this name."""

    def viewer(name):
        player = Player.objects.get(name=name)
        return Client(anyone.send, first_token(player=player, now=player.created_at))

    return viewer


def pages_from(anyone, page, link):
    yield page
    while page[link] is not None:
        page = anyone.follow(page[link]).body
        yield page


def names(*pages):
    return [row["player"]["name"] for page in pages for row in page["results"]]


def test_pages_put_together_are_the_whole_scoreboard_both_ways(anyone, event):
    for query in ({}, {"round": 1}):
        pages = list(pages_from(anyone, anyone.standings(event, **query), "next"))
        rows = [row for page in pages for row in page["results"]]
        assert names(*pages) == NAMES
        assert [row["rank"] for row in rows] == RANKS
        assert [row["tied"] for row in rows] == [rank is not None for rank in RANKS]
        assert {page["total"] for page in pages} == {len(NAMES)}
        assert pages[0]["previous"] is None
    assert names(*reversed(list(pages_from(anyone, pages[-1], "previous")))) == NAMES


@pytest.mark.extra
def test_a_page_has_as_many_rows_as_are_asked_for(anyone, event, viewer):
    for limit in (1, 60, 200):
        first = anyone.standings(event, limit=limit)
        pages = list(itertools.islice(pages_from(anyone, first, "next"), 4))
        assert names(*pages) == NAMES[: 4 * limit]
        assert anyone.follow(pages[1]["previous"]).body["results"] == first["results"]
        near = names(viewer("p100").standings(event, around="me", limit=limit))
        assert len(near) == limit
        assert "p100" in near
    for wrong in ("0", "201", "x", ""):
        refused = anyone.get(f"/competitions/{event['id']}/standings", limit=wrong)
        assert refused.refused_for("limit") == ["Must be a number from 1 to 200."]


def overtake(event, name):
    """A player scores better than all others, and it is counted as it would be."""
    entry = Entry.objects.get(player__name=name)
    changes = Competition.objects.get(pk=event["id"]).changes + 1
    entry.attempts.update(score=-1)
    Entry.objects.filter(pk=entry.pk).update(changed=changes)
    Competition.objects.filter(pk=event["id"]).update(changes=changes)


def test_pages_say_that_the_standings_have_moved_since_the_first_was_read(anyone, event, viewer):
    first = anyone.standings(event)
    assert first["changed"] is False
    assert anyone.follow(first["next"]).body["changed"] is False
    overtake(event, "p150")
    second = anyone.follow(first["next"]).body
    assert (second["changed"], second["version"]) == (True, first["version"] + 1)
    assert anyone.follow(second["next"]).body["changed"], "the first page is as old as it was"
    assert anyone.follow(second["previous"]).body["changed"]
    again = list(pages_from(anyone, anyone.standings(event), "next"))
    assert [page["changed"] for page in again] == [False] * 3
    assert names(*again)[0] == "p150"
    near = viewer("p150").standings(event, around="me")
    assert near["changed"] is False
    assert anyone.follow(near["next"]).body["changed"] is False


def test_a_page_says_so_too_if_they_move_while_it_is_made(anyone, event, monkeypatch):
    """Its rows are newer than its version then."""
    first, sheet = anyone.standings(event), standings.sheet

    def meanwhile(*args, **named):
        overtake(event, "p150")
        return sheet(*args, **named)

    monkeypatch.setattr(standings, "sheet", meanwhile)
    second = anyone.follow(first["next"]).body
    assert (second["version"], second["changed"]) == (first["version"], True)


@pytest.mark.parametrize(
    ("name", "first", "last"),
    [("p000", 0, 10), ("p003", 0, 10), ("p010", 5, 15), ("p150", 145, 155), ("p229", 224, 229)],
)
def test_a_viewer_sees_the_neighbourhood(event, viewer, name, first, last):
    stretch = slice(first, last + 1)
    for query in ({}, {"round": 1}):
        sheet = viewer(name).standings(event, around="me", **query)
        assert names(sheet) == NAMES[stretch]
        assert [row["rank"] for row in sheet["results"]] == RANKS[stretch]
        assert [row["tied"] for row in sheet["results"]] == [rank is not None for rank in RANKS[stretch]]
        assert sheet["total"] == len(NAMES)


def test_the_pages_beside_a_neighbourhood_begin_where_it_ends_and_tell_no_row_twice(event, viewer):
    sheet = viewer("p150").standings(event, around="me")
    after, before = (names(viewer("p150").follow(sheet[way]).body) for way in ("next", "previous"))
    assert (after[0], before[-1]) == ("p156", "p144")
    near_the_top = viewer("p020").standings(event, around="me")
    before = viewer("p020").follow(near_the_top["previous"]).body
    assert (names(before), before["previous"]) == (NAMES[:15], None)


def test_who_has_not_joined_has_no_neighbourhood(stranger, anyone, event):
    path = f"/competitions/{event['id']}/standings"
    token = stranger.post("/tokens", {"name": "A bot", "scopes": ["play"]}).body["token"]
    for caller, outcome in (
        (stranger, (403, "not_entered")),
        (Client(stranger.send, token), (403, "forbidden")),
        (anyone, (401, "unauthenticated")),
    ):
        assert caller.get(path, around="me").outcome == outcome
    stranger.get(path, around="you").refused_for("around")


def encoded(text):
    return base64.urlsafe_b64encode(text.encode()).decode()


NO_CURSOR = ["", "!", "\u00e9", "\x00", "AAAA", "A", "x" * 5000, "cD0%00"]
OF_STANDINGS = [
    *("1", "-1>5", "1>1.5", "1>" + "9" * 40, "9" * 40 + ">1", "1>\u0663", "x", "1> 5"),
    *(">5", "1>", "1=5", "1>5 ", "1>-5", "0-100"),
]
OF_CONTESTS = [
    ">yesterday 2222222222222222",
    ">2026-11-21 2222222222222222",
    ">9999-12-31T23:59:59-23:59 2222222222222222",
    ">0001-01-01T00:00:00+23:59 2222222222222222",
    ">2026-11-21T12:00:00+00:00 0000000000000000",
    ">2026-11-21T12:00:00+00:00 \x00",
    "=2026-11-21T12:00:00+00:00 2222222222222222",
    "2026-11-21T12:00:00+00:00 2222222222222222",
    *(">12", ">", "[" * 3000),
]
OF_THE_TRAIL = [">-1", ">1.5", ">" + "9" * 30, ">x", ">%00", ">", "1"]


def test_a_forged_cursor_and_one_of_another_list_are_at_fault(owner, event):
    own = owner.create()
    of_another_list = owner.standings(event)["next"].partition("cursor=")[2]
    for path, forged in (
        (f"/competitions/{own['id']}/standings", OF_STANDINGS),
        ("/competitions", OF_CONTESTS),
        (f"/competitions/{own['id']}/audit", OF_THE_TRAIL),
    ):
        for cursor in (*NO_CURSOR, *map(encoded, forged)):
            owner.get(path, cursor=cursor).refused_for("cursor")
    owner.request("GET", f"{path}?cursor={of_another_list}").refused_for("cursor")


def test_a_cursor_beyond_the_end_shows_an_empty_page(anyone, owner, event):
    cursor = anyone.standings(event)["next"].partition("cursor=")[2]
    page = anyone.request("GET", f"/competitions/{owner.create()['id']}/standings?cursor={cursor}").body
    assert (page["results"], page["next"], page["total"]) == ([], None, 0)


def test_a_long_trail_is_told_page_by_page_and_misses_no_act_that_comes_meanwhile(owner, clock):
    event = owner.create()
    path, acts = f"/competitions/{event['id']}/audit", [f"act {n}" for n in range(250)]
    common = {"competition_id": event["id"], "actor_id": owner.player["id"]}

    def longer(names):
        Act.objects.bulk_create(Act(**common, act=name, at=clock.now) for name in names)

    longer(acts[:150])
    first = owner.get(path).body
    clock.forward(hours=-1)  # a clock that was set back moves nothing to the front
    longer(acts[150:])
    second = owner.follow(first["next"]).body
    third = owner.follow(second["next"]).body
    told = [[act["act"] for act in page["results"]] for page in (first, second, third)]
    assert told == [acts[:100], acts[100:200], acts[200:]]
    assert (first["previous"], third["next"]) == (None, None)
    assert owner.follow(third["previous"]).body["results"] == second["results"]
