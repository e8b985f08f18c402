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

LEADERS = "/leaderboards/wish"


@pytest.fixture
def rated(clock):
    """Players of a game with these ratings, in any order."""

    def rated(*ratings, game="wish", rounds=12, days_ago=1):
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


def ranks(page):
    return [(row["rank"], row["rating"]) for row in page.body["results"]]


def pages_from(anyone, page, way="next"):
    pages = [page]
    while pages[-1][way]:
        pages.append(anyone.follow(pages[-1][way]).body)
    return pages


def rows_of(pages):
    return [row for page in pages for row in page["results"]]


def test_a_leaderboard_has_the_highest_first_and_equals_share_a_rank(anyone, rated):
    rated(1500, 1700, 1650, 1650)
    page = anyone.get(LEADERS)
    assert ranks(page) == [(1, 1700), (2, 1650), (2, 1650), (4, 1500)]
    first = page.body["results"][0]
    player = first["player"] | {"name": "p1700", "bot": False, "account": False}
    assert first == {"rank": 1, "player": player, "rating": 1700, "deviation": 90, "events": 12}
    assert anyone.get("/leaderboards/golf").status == 404


def test_nobody_is_in_it_who_is_provisional_or_was_long_not_rated_or_hides_the_profile(anyone, rated):
    rated(1600)
    rated(1700, rounds=9)
    rated(1710, days_ago=90)
    rated(1720, game="well")
    Player.objects.filter(pk__in=[each.pk for each in rated(1730)]).update(profile=Profile.PRIVATE)
    assert ranks(anyone.get(LEADERS)) == [(1, 1600)]


@pytest.mark.extra
def test_pages_lead_there_and_back_with_the_same_ranks(anyone, rated):
    rated(*[1700] * 3, *[1600] * 7, 1550, *[1500] * 4)
    whole = anyone.get(LEADERS).body["results"]
    assert [row["rank"] for row in whole] == [1] * 3 + [4] * 7 + [11] + [12] * 4
    for limit in (1, 2, 4, 7):
        pages = pages_from(anyone, anyone.get(LEADERS, limit=limit).body)
        assert rows_of(pages) == whole
        assert rows_of(reversed(pages_from(anyone, pages[-1], "previous"))) == whole
        assert pages[0]["previous"] is None


def test_who_stays_is_met_once_whoever_comes_and_goes(anyone, rated):
    here = rated(1690, 1600, 1600, 1550, 1540, 1400)
    passing = rated(1700, 1650, 1600, 1545)
    met, page = [], anyone.get(LEADERS, limit=2).body
    for gone in passing:
        met += page["results"]
        gone.ratings.all().delete()
        rated(1695, 1546)
        page = anyone.follow(page["next"]).body if page["next"] else {"results": [], "next": None}
    ids = [row["player"]["id"] for row in met + rows_of(pages_from(anyone, page))]
    assert sorted(id for id in ids if id in {each.pk for each in here}) == sorted(each.pk for each in here)


def test_a_later_page_says_that_a_rating_has_changed_since_the_first_was_read(anyone, rated):
    rated(1700, 1600, 1500)
    page = anyone.get(LEADERS, limit=1).body
    after = anyone.follow(page["next"]).body
    assert [page["changed"], after["changed"]] == [False, False]
    Leaderboard.objects.create(game_slug="wish", version=1)
    assert [anyone.follow(after[way]).body["changed"] for way in ("next", "previous")] == [True, True]
    assert anyone.get(LEADERS).body["changed"] is False


def test_a_page_deep_in_it_takes_as_few_queries_as_the_first(anyone, rated, django_assert_num_queries):
    rated(*range(1400, 1430))
    page = anyone.get(LEADERS, limit=10).body
    for _ in range(2):
        with django_assert_num_queries(2):  # with the one for its version
            page = anyone.follow(page["next"]).body
    assert page["results"][-1]["rank"] == 30


def test_an_index_leads_to_a_page_however_deep_it_is(any_database, rated, clock):
    """No page sorts the leaderboard, or looks at what comes before it."""
    players = rated(*range(1000, 3000))
    middle = LeaderPlace(2000, players[1000].pk, 1000, 1000)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
        for read, place, found_by in (
            (leaders_after, None, "game_slug"),
            (leaders_after, middle, "rating<"),
            (leaders_before, middle, "rating>"),
        ):
            with CaptureQueriesContext(connection) as asked:
                assert len(read("wish", place, 50, clock.now).rows) == 50
            explain = "EXPLAIN QUERY PLAN " if connection.vendor == "sqlite" else "EXPLAIN "
            cursor.execute(explain + asked.captured_queries[0]["sql"])
            plan = " ".join(str(row[-1]) for row in cursor.fetchall())
            assert "rating_in_order" in plan
            assert re.search("Sort|TEMP B-TREE", plan) is None, plan
            condition = re.search(r"rating_in_order \((.*?)\)|Index Cond: (.*?) Filter", plan)
            assert found_by in condition[0].replace(" ", "")


@pytest.mark.parametrize("cursor", ["x", "Pg==", "PjE2MDAtYQ==", "PjE2MDAtMjIyMjIyMjIyMjIyMjIyMi0xLTE"])
def test_a_cursor_that_came_from_elsewhere_is_refused(anyone, db, cursor):
    assert anyone.get(LEADERS, cursor=cursor).code == "invalid"


@pytest.fixture
def history(owner, rival, clock):
    """The rival's changes at Wish: in three public contests, and in two that only who has the link sees."""
    made = []
    for number, access in enumerate([Access.PUBLIC] * 3 + [Access.UNLISTED] * 2):
        event = owner.create(name=access)
        Competition.objects.filter(pk=event["id"]).update(access=access)
        common = {"game_slug": "wish", "certified_at": clock.now - timedelta(days=9 - number // 2)}
        made.append(Round.objects.get(competition=event["id"]))
        rated = RatedRound.objects.create(round=made[-1], due=False, **common)
        change = {"rank": 2, "field": 7, "rating": 1500 + number, "deviation": 200, "change": 1}
        player = {"player_id": rival.player["id"], "rounds": number + 1}
        RatingChange.objects.create(rated_round=rated, **player, **change, **common)
    return made


def path_of(player):
    return f"/players/{player.player['id']}/ratings/wish"


def test_a_history_has_the_newest_first_and_its_pages_lead_there_and_back(
    anyone, rival, history, django_assert_num_queries
):
    pages = pages_from(anyone, anyone.get(path_of(rival), limit=2).body)
    rows = rows_of(pages)
    assert [row["rating"] for row in rows] == [1504, 1503, 1502, 1501, 1500]
    assert pages_from(anyone, pages[-1], "previous")[-1] == pages[0]
    assert rows[-1] == (
        {"at": "2026-11-12T12:00:00Z", "rating": 1500, "deviation": 200, "change": 1}
        | {"competition": history[0].competition_id, "round": 1, "rank": 2, "field": 7}
    )
    for limit in (1, 5):
        with django_assert_num_queries(6):
            rival.get(path_of(rival), limit=limit)


def test_a_history_leads_nobody_to_what_they_have_no_link_to(anyone, owner, rival, stranger, history):
    rival.join({"id": history[4].competition_id})

    def told(client):
        rows = client.get(path_of(rival)).body["results"]
        known = [[row[name] is not None for name in ("competition", "rank", "field")] for row in rows]
        assert all(each in ([True] * 3, [False] * 3) for each in known)
        return [each[0] for each in known]

    assert told(anyone) == told(stranger) == [False, False, True, True, True]
    assert told(owner) == [True] * 5
    assert told(rival) == [True, False, True, True, True]


def test_nobody_and_to_others_a_private_profile_has_no_history(anyone, rival, stranger, history):
    rival.patch("/me", {"profile": "private"})
    assert [client.get(path_of(rival)).status for client in (anyone, stranger, rival)] == [404, 404, 200]
    for who in ("@Nobody", "2222222222222222"):
        assert anyone.get(f"/players/{who}/ratings/wish").status == 404


@pytest.mark.parametrize(
    ("settings", "counts"),
    [({"play": "sealed"}, True), ({}, False), ({"play": "sealed", "access": "unlisted"}, False)],
)
def test_a_contest_and_an_entry_say_whether_they_count(owner, rival, settings, counts):
    event = owner.create(**{"rounds": [{"game": "wish"}], **settings})
    assert event["rated"] is counts
    assert rival.join(event).body["rated"] is counts
    assert owner.patch(f"/competitions/{event['id']}", {"access": "invite"}).body["rated"] is False
    assert rival.join(event).body["rated"] is counts  # as it was when they joined


@pytest.fixture
def judged(owner, clock):
    """A sealed contest, certified, of whose two deals the first is known to be hard."""
    event = owner.create(play="sealed", rounds=[{"game": "wish"}] * 2)
    owner.close(event, clock)
    owner.act(event, "certify")
    found = {"players": 10, "expected": [[1400, 8.1], [1500, 6.0]]}
    of = {"round": Round.objects.get(competition=event["id"], number=1), "game_slug": "wish"}
    RatedRound.objects.create(**of, certified_at=clock.now, due=False, difficulty=found)
    return event


def test_a_closed_deal_tells_how_hard_it_was_to_who_may_know_its_scores(
    anyone, owner, judged, django_assert_num_queries
):
    path, contest = f"/competitions/{judged['id']}", Competition.objects.filter(pk=judged["id"])

    def difficulties(body):
        return [round["difficulty"] for round in body["rounds"]]

    expected = [{"rating": 1400, "score": 8.1}, {"rating": 1500, "score": 6.0}]
    told = [{"players": 10, "expected": expected}, None]
    with django_assert_num_queries(4):  # for the contest, whether anybody still plays, and this
        assert difficulties(anyone.get(path).body) == told
    assert difficulties(anyone.get("/competitions").body["results"][0]) == told
    contest.update(certified_at=None, closes_at=None)  # as if it still ran
    assert difficulties(owner.get(path).body) == [None, None]
    contest.update(certified_at=timezone.now(), closes_at=timezone.now(), access=Access.INVITE, invite="x")
    assert [difficulties(who.get(path).body)[0] for who in (anyone, owner)] == [None, told[0]]
