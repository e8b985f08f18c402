"""Finding contests: what is listed, by state, by game and by who is in it."""

from datetime import timedelta

import pytest

from competitions.api import paging
from competitions.api.paging import COMPETITIONS
from competitions.contests.create import Plan, RoundPlan, create_competition
from competitions.models import Deal, Player, Round
from competitions.models.competitions import MOST_ROUNDS
from games import GAMES
from tests.clients.contests import golden_round


def _ids(client, **query):
    page = client.get("/competitions", **query)
    assert page.status == 200, page.raw
    return [event["id"] for event in page.body["results"]]


def test_public_contests_are_listed_the_newest_first(owner, anyone, clock):
    made = []
    for _ in range(3):
        made.append(owner.create()["id"])
        clock.forward(seconds=1)
    for access in ("unlisted", "invite"):
        owner.create(access=access)
    assert _ids(anyone) == _ids(owner) == made[::-1]


def test_mine_are_those_i_organise_or_have_joined_however_they_are_listed(
    owner, rival, stranger, anyone, clock
):
    hers = []
    for access in ("public", "unlisted", "invite"):
        event = owner.create(access=access)
        hers.insert(0, event["id"])
        clock.forward(seconds=1)
    rival.join(event, invite=event["invite"])
    owner.join(event, invite=event["invite"])
    assert _ids(owner, mine="true") == hers
    assert _ids(rival, mine="1") == [event["id"]]
    assert _ids(stranger, mine="true") == []
    assert _ids(stranger, mine="false") == _ids(stranger, mine="0") == [hers[2]]
    refused = anyone.get("/competitions", mine="true")
    assert refused.outcome == (401, "unauthenticated")
    assert "POST /api/v1/guests" in refused.body["detail"]


def test_contests_are_found_by_state(owner, anyone, clock):
    later = owner.create(opens_at=clock.after(hours=2))["id"]
    ending = owner.create(closes_at=clock.after(hours=1))["id"]
    states = ("draft", "scheduled", "running", "closed", "final", "cancelled")

    def found():
        return {state: ids for state in states if (ids := _ids(anyone, state=state))}

    assert found() == {"scheduled": [later], "running": [ending]}
    clock.forward(hours=1)
    assert found() == {"scheduled": [later], "closed": [ending]}
    clock.forward(hours=1)
    assert found() == {"running": [later], "closed": [ending]}
    for state, ids in found().items():
        assert anyone.read({"id": ids[0]})["state"] == state
    assert owner.post(f"/competitions/{ending}/certify", {}).status == 200
    assert found() == {"running": [later], "final": [ending]}
    assert anyone.read({"id": ending})["state"] == "final"


def test_contests_are_found_by_game_once_however_many_rounds_have_it(owner, anyone):
    wish = owner.create(rounds=[{"game": "wish"}, {"game": "wish"}, {"game": "pyramid"}])["id"]
    owner.create()
    assert _ids(anyone, game="wish") == _ids(anyone, game="pyramid") == [wish]
    assert _ids(anyone, game="winabit") == []


def test_filters_narrow_one_another(owner, anyone, clock):
    owner.create(rounds=[{"game": "wish"}])
    owner.create(opens_at=clock.after(hours=1))
    both = owner.create(opens_at=clock.after(hours=1), rounds=[{"game": "wish"}])["id"]
    assert _ids(anyone, state="scheduled", game="wish") == [both]


def test_a_filter_with_an_unknown_value_is_at_fault(anyone):
    for name, value in (("state", "open"), ("game", "golf"), ("mine", "yes"), ("kind", "weekly")):
        for wrong in (value, ""):
            anyone.get("/competitions", **{name: wrong}).refused_for(name)


@pytest.fixture
def many(owner, clock):
    """Makes contests, and gives their ids; many share a moment."""
    organiser = Player.objects.get(pk=owner.player["id"])
    rounds = [RoundPlan(game=GAMES["wish"], rules={})]

    def many(number, **settings):
        plan = Plan(
            name="many", access="public", play="open", attempts=1, counts="best", rounds=rounds, **settings
        )
        made = []
        for n in range(number):
            made.append(create_competition(organiser=organiser, plan=plan, now=clock.now).pk)
            if n % 20 == 0:
                clock.forward(seconds=1)
        return made

    return many


@pytest.mark.extra
def test_pages_put_together_are_the_whole_list(many, anyone):
    made = many(COMPETITIONS.size + 10)
    first = anyone.get("/competitions").body
    last = anyone.follow(first["next"]).body
    assert [len(page["results"]) for page in (first, last)] == [50, 10]
    assert (first["previous"], last["next"]) == (None, None)
    found = [event["id"] for page in (first, last) for event in page["results"]]
    assert sorted(found) == sorted(made)
    assert anyone.follow(last["previous"]).body["results"] == first["results"]


@pytest.fixture
def largest_page(many, clock):
    """A page of contests of thirty rounds each; every round closes in an hour."""
    ids = many(COMPETITIONS.size, closes_at=clock.now + timedelta(hours=1))
    for number in range(2, MOST_ROUNDS + 1):
        deals = Deal.objects.bulk_create(Deal(game_slug="wish", rules={}, seed="a" * 32) for _ in ids)
        Round.objects.bulk_create(
            Round(competition_id=id, number=number, deal=deal) for id, deal in zip(ids, deals, strict=True)
        )
    return ids


@pytest.mark.extra
def test_the_largest_contests_are_listed_while_they_run_and_after(anyone, owner, largest_page, clock):
    for hours in (0, 2):
        clock.forward(hours=hours)
        for reader, query in ((anyone, {}), (owner, {"mine": "true"})):
            listed = _walked(reader, **query)
            assert [len(event["rounds"]) for page in listed for event in page] == [30] * len(largest_page)


def _walked(reader, **query):
    """What is on each page, from the first to the last."""
    page = reader.get("/competitions", **query)
    pages = [page.body["results"]]
    while page.body["next"] is not None:
        page = reader.follow(page.body["next"])
        pages.append(page.body["results"])
    return pages


def test_a_page_ends_where_its_contests_have_many_rounds_together(
    owner, anyone, clock, monkeypatch, django_assert_num_queries
):
    monkeypatch.setattr(paging, "MOST_ROUNDS_OF_A_PAGE", 3)
    for rounds in (1, 4, 2, 1, 1):
        owner.create(rounds=[golden_round(n=n) for n in range(rounds)])
        clock.forward(seconds=1)
    pages = _walked(anyone)
    assert [[len(event["rounds"]) for event in page] for page in pages] == [[1, 1], [2], [4], [1]]
    assert _walked(anyone, limit=1) == [[event] for page in pages for event in page]
    first = anyone.get("/competitions").body
    second = anyone.follow(first["next"]).body
    assert anyone.follow(second["previous"]).body["results"] == first["results"]
    with django_assert_num_queries(2):
        anyone.get("/competitions")
