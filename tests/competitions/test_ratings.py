"""Ratings over HTTP: who leads at a game, and how a player's rating came about."""

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from competitions.models import (
    Access,
    Competition,
    Leaderboard,
    Player,
    Profile,
    RatedRound,
    Rating,
    RatingChange,
    Round,
)
from competitions.ratings.leaderboard import LeaderPlace, leaders_after, leaders_before
from tests.clients.rest import Client


@pytest.fixture
def rated(clock):
    """Players of a game with these ratings, in any order."""

    def rated(*ratings: int, game: str = "wish", rounds: int = 12, days_ago: int = 1) -> list[Player]:
        at = clock.now - timedelta(days=days_ago)
        players = Player.objects.bulk_create(
            Player(name=f"p{rating}", look=f"p{rating}", created_at=at) for rating in ratings
        )
        Rating.objects.bulk_create(
            Rating(player=player, game_slug=game, rating=rating, deviation=90, rounds=rounds, rated_at=at)
            for player, rating in zip(players, ratings, strict=True)
        )
        return players

    return rated


def ranks(page) -> list[tuple[int, int]]:
    return [(row["rank"], row["rating"]) for row in page.body["results"]]


def test_a_leaderboard_has_the_highest_first_and_equals_share_a_rank(anyone, rated):
    rated(1500, 1700, 1650, 1650)
    page = anyone.get("/leaderboards/wish")
    assert ranks(page) == [(1, 1700), (2, 1650), (2, 1650), (4, 1500)]
    assert page.body["results"][0] == {
        "rank": 1,
        "player": page.body["results"][0]["player"] | {"name": "p1700", "bot": False, "account": False},
        "rating": 1700,
        "deviation": 90,
        "events": 12,
    }
    assert anyone.get("/leaderboards/golf").status == 404


def test_nobody_is_in_it_who_is_provisional_or_was_long_not_rated_or_hides_the_profile(anyone, rated):
    rated(1600)
    rated(1700, rounds=9)
    rated(1710, days_ago=90)
    rated(1720, game="well")
    Player.objects.filter(pk__in=[each.pk for each in rated(1730)]).update(profile=Profile.PRIVATE)
    assert ranks(anyone.get("/leaderboards/wish")) == [(1, 1600)]


@pytest.mark.extra
def test_pages_lead_there_and_back_with_the_same_ranks(anyone, rated):
    rated(*[1700] * 3, *[1600] * 7, 1550, *[1500] * 4)
    whole = anyone.get("/leaderboards/wish").body["results"]
    assert [row["rank"] for row in whole] == [1] * 3 + [4] * 7 + [11] + [12] * 4
    for limit in (1, 2, 4, 7):
        pages = [anyone.get("/leaderboards/wish", limit=limit).body]
        while pages[-1]["next"]:
            pages.append(anyone.follow(pages[-1]["next"]).body)
        assert [row for page in pages for row in page["results"]] == whole
        back = [pages[-1]]
        while back[-1]["previous"]:
            back.append(anyone.follow(back[-1]["previous"]).body)
        assert [row for page in reversed(back) for row in page["results"]] == whole
        assert pages[0]["previous"] is None


def test_who_stays_is_met_once_whoever_comes_and_goes(anyone, rated):
    stay = [1690, 1600, 1600, 1550, 1540, 1400]
    here = rated(*stay)
    passing = rated(1700, 1650, 1600, 1545)
    met, page = [], anyone.get("/leaderboards/wish", limit=2).body
    for gone in passing:
        met += page["results"]
        gone.ratings.all().delete()
        rated(1695, 1546)
        page = anyone.follow(page["next"]).body if page["next"] else {"results": [], "next": None}
    while True:
        met += page["results"]
        if not page["next"]:
            break
        page = anyone.follow(page["next"]).body
    ids = [row["player"]["id"] for row in met]
    assert sorted(id for id in ids if id in {each.pk for each in here}) == sorted(each.pk for each in here)


def test_a_later_page_says_that_a_rating_has_changed_since_the_first_was_read(anyone, rated):
    rated(1700, 1600, 1500)
    page = anyone.get("/leaderboards/wish", limit=1).body
    after = anyone.follow(page["next"]).body
    assert [page["changed"], after["changed"]] == [False, False]
    Leaderboard.objects.create(game_slug="wish", version=1)
    moved = [anyone.follow(after[way]).body["changed"] for way in ("next", "previous")]
    assert moved == [True, True]
    assert anyone.get("/leaderboards/wish").body["changed"] is False


def test_a_page_deep_in_it_takes_as_few_queries_as_the_first(anyone, rated, django_assert_num_queries):
    rated(*range(1400, 1430))
    page = anyone.get("/leaderboards/wish", limit=10).body
    with django_assert_num_queries(2):
        page = anyone.follow(page["next"]).body
    with django_assert_num_queries(2):  # with the one for its version
        assert anyone.follow(page["next"]).body["results"][-1]["rank"] == 30


def test_an_index_leads_to_a_page_however_deep_it_is(any_database, rated, clock):
    """No page sorts the leaderboard, or looks at what comes before it."""
    players = rated(*range(1000, 3000))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    middle = LeaderPlace(2000, players[1000].pk, 1000, 1000)
    plans = []
    for page in (
        lambda: leaders_after("wish", None, 50, clock.now),
        lambda: leaders_after("wish", middle, 50, clock.now),
        lambda: leaders_before("wish", middle, 50, clock.now),
    ):
        with CaptureQueriesContext(connection) as asked:
            assert len(page().rows) == 50
        explain = "EXPLAIN QUERY PLAN " if connection.vendor == "sqlite" else "EXPLAIN "
        with connection.cursor() as cursor:
            cursor.execute(explain + asked.captured_queries[0]["sql"])
            plans.append(" ".join(str(row[-1]) for row in cursor.fetchall()))
    for plan, found_by in zip(plans, ("game_slug", "rating<", "rating>"), strict=True):
        assert "rating_in_order" in plan
        assert re.search("Sort|TEMP B-TREE", plan) is None, plan
        condition = re.search(r"rating_in_order \((.*?)\)|Index Cond: (.*?) Filter", plan)
        assert found_by in condition[0].replace(" ", "")


@pytest.mark.parametrize("cursor", ["x", "Pg==", "PjE2MDAtYQ==", "PjE2MDAtMjIyMjIyMjIyMjIyMjIyMi0xLTE"])
def test_a_cursor_that_came_from_elsewhere_is_refused(anyone, db, cursor):
    assert anyone.get("/leaderboards/wish", cursor=cursor).code == "invalid"


@pytest.fixture
def history(owner, rival, clock):
    """The rival's changes at Wish: in three public contests, and in two that only who has the link sees."""

    def rounds(number: int, access: str):
        for _ in range(number):
            event = owner.create(name=access)
            Competition.objects.filter(pk=event["id"]).update(access=access)
            yield Round.objects.get(competition=event["id"])

    made = [*rounds(3, Access.PUBLIC), *rounds(2, Access.UNLISTED)]
    for number, round in enumerate(made):
        at = clock.now - timedelta(days=9 - number // 2)
        rated = RatedRound.objects.create(round=round, game_slug="wish", certified_at=at, due=False)
        RatingChange.objects.create(
            rated_round=rated,
            player_id=rival.player["id"],
            game_slug="wish",
            certified_at=at,
            rank=2,
            field=7,
            rating=1500 + number,
            deviation=200,
            change=1,
            rounds=number + 1,
        )
    return made


def path_of(player: Client) -> str:
    return f"/players/{player.player['id']}/ratings/wish"


def test_a_history_has_the_newest_first_and_its_pages_lead_there_and_back(anyone, rival, history):
    page = anyone.get(path_of(rival), limit=2).body
    first = page
    rows = page["results"]
    while page["next"]:
        page = anyone.follow(page["next"]).body
        rows = rows + page["results"]
    assert [row["rating"] for row in rows] == [1504, 1503, 1502, 1501, 1500]
    while page["previous"]:
        page = anyone.follow(page["previous"]).body
    assert page == first
    assert rows[-1] == {
        "at": "2026-11-12T12:00:00Z",
        "rating": 1500,
        "deviation": 200,
        "change": 1,
        "competition": history[0].competition_id,
        "round": 1,
        "rank": 2,
        "field": 7,
    }


def test_a_history_leads_nobody_to_what_they_have_no_link_to(anyone, owner, rival, stranger, history):
    rival.join({"id": history[4].competition_id})

    def told(client: Client) -> list[bool]:
        rows = client.get(path_of(rival)).body["results"]
        assert all(
            (row["competition"] is None) == (row["rank"] is None) == (row["field"] is None) for row in rows
        )
        return [row["competition"] is not None for row in rows]

    assert told(anyone) == told(stranger) == [False, False, True, True, True]
    assert told(owner) == [True] * 5
    assert told(rival) == [True, False, True, True, True]


def test_a_private_profile_has_no_history_for_others(anyone, rival, stranger, history):
    rival.patch("/me", {"profile": "private"})
    assert [client.get(path_of(rival)).status for client in (anyone, stranger, rival)] == [404, 404, 200]


@pytest.mark.parametrize("path", ["/players/@Nobody/ratings/wish", "/players/2222222222222222/ratings/wish"])
def test_nobody_has_no_history(anyone, db, path):
    assert anyone.get(path).status == 404


@pytest.mark.parametrize(
    ("settings", "counts"),
    [({"play": "sealed"}, True), ({}, False), ({"play": "sealed", "access": "unlisted"}, False)],
)
def test_a_contest_and_an_entry_say_whether_they_count(owner, rival, settings, counts):
    event = owner.create(**{"rounds": [{"game": "wish"}], **settings})
    assert event["rated"] is counts
    assert rival.join(event).body["rated"] is counts
    changed = owner.patch(f"/competitions/{event['id']}", {"access": "invite"}).body
    assert changed["rated"] is False
    assert rival.join(event).body["rated"] is counts  # as it was when they joined


DIFFICULTY = {"players": 10, "expected": [[1400, 8.1], [1500, 6.0]]}


@pytest.fixture
def judged(owner, clock):
    """A sealed contest, certified, of whose two deals the first is known to be hard."""
    event = owner.create(play="sealed", rounds=[{"game": "wish"}] * 2)
    owner.close(event, clock)
    owner.act(event, "certify")
    round = Round.objects.get(competition=event["id"], number=1)
    RatedRound.objects.create(
        round=round, game_slug="wish", certified_at=clock.now, due=False, difficulty=DIFFICULTY
    )
    return event


def test_a_closed_deal_tells_how_hard_it_was(anyone, judged, django_assert_num_queries):
    def difficulties(body):
        return [round["difficulty"] for round in body["rounds"]]

    expected = [{"rating": 1400, "score": 8.1}, {"rating": 1500, "score": 6.0}]
    told = [{"players": 10, "expected": expected}, None]
    with django_assert_num_queries(4):  # for the contest, whether anybody still plays, and this
        assert difficulties(anyone.get(f"/competitions/{judged['id']}").body) == told
    assert difficulties(anyone.get("/competitions").body["results"][0]) == told


def test_how_hard_a_deal_was_is_told_to_who_may_know_its_scores_once_it_is_over(anyone, owner, judged):
    contest = Competition.objects.filter(pk=judged["id"])

    def told(client):
        return client.get(f"/competitions/{judged['id']}").body["rounds"][0]["difficulty"] is not None

    contest.update(certified_at=None, closes_at=None)  # as if it still ran
    assert not told(owner)
    contest.update(certified_at=timezone.now(), closes_at=timezone.now(), access=Access.INVITE, invite="x")
    assert (told(anyone), told(owner)) == (False, True)


def test_a_history_costs_the_same_however_long_it_is(rival, history, django_assert_num_queries):
    for limit in (1, 5):
        with django_assert_num_queries(6):
            rival.get(path_of(rival), limit=limit)
