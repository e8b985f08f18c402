"""The table of a series: points for places in certified contests, the best of them, and what it hides."""

from datetime import UTC, datetime

import pytest

from competitions.contests.series.follower import store_places
from competitions.ledger.event_rows import rows_between
from competitions.models import Competition, Entry, SeriesResult
from tests.jobs.work import do_all_due


@pytest.fixture
def table():
    """The rows of a series' table, as a player sees them."""

    def table(player, series, **query):
        told = player.get(f"/series/{series['id']}/standings", **query).body
        return [(row["rank"], row["player"]["name"], row["points"], row["played"]) for row in told["results"]]

    return table


def test_places_bring_points_and_ties_share_them(owner, rival, stranger, anyone, start, hold, table):
    series = start().body
    assert table(anyone, series) == []
    hold(series, (owner, 5), (rival, 5), (stranger, 9))
    assert sorted(table(anyone, series)) == [
        (1, "Olga Owner", 21.5, 1),
        (1, "Ray Rival", 21.5, 1),
        (3, "Sam Stranger", 15.0, 1),
    ]
    hold(series, (stranger, 1), (rival, 2))
    assert table(anyone, series) == [
        (1, "Sam Stranger", 40.0, 2),
        (2, "Ray Rival", 39.5, 2),
        (3, "Olga Owner", 21.5, 1),
    ]
    told = anyone.get(f"/series/{series['id']}/standings").body
    assert (told["contests"], told["best"], told["total"], told["changed"]) == (2, None, 3, False)


def test_only_the_best_contests_of_each_player_count(owner, rival, anyone, start, hold, table):
    series = start(best=1).body
    hold(series, (owner, 5), (rival, 9))
    hold(series, (owner, 9), (rival, 5))
    assert [row[2:] for row in table(anyone, series)] == [(25.0, 2), (25.0, 2)]
    assert owner.patch(f"/series/{series['id']}", {"best": None}).status == 200
    assert [row[2:] for row in table(anyone, series)] == [(43.0, 2), (43.0, 2)]


def test_nothing_shows_before_a_contest_is_certified(owner, rival, anyone, start, clock, template, table):
    """No row, no count and no version: an embargo of the contest holds in its series."""
    series = start(template(standings="own")).body
    do_all_due()
    [event] = anyone.get(f"/series/{series['id']}").body["competitions"]
    clock.now = datetime(2026, 11, 26, 18, 30, tzinfo=UTC)
    before = anyone.get(f"/series/{series['id']}/standings").body
    for player in (owner, rival):
        assert player.join(event).status == 201
        assert player.submit(event, []).status == 201
    assert owner.post(disqualifying(event, owner), {"reason": "I only tried it."}).status == 200
    do_all_due()
    assert anyone.get(f"/series/{series['id']}/standings").body == before
    clock.forward(hours=4)
    do_all_due()
    assert anyone.get(f"/series/{series['id']}/standings").body == before
    assert owner.act(event, "certify").status == 200
    do_all_due()
    assert [row[1] for row in table(anyone, series)] == ["Ray Rival"]


def disqualifying(event, player):
    """Where an organiser disqualifies a player."""
    entry = Entry.objects.get(competition=event["id"], player=player.player["id"])
    return f"/competitions/{event['id']}/entries/{entry.pk}/disqualify"


def test_a_series_that_needs_a_code_exists_for_its_players_alone(
    owner, rival, stranger, anyone, start, hold, template, table
):
    """And the table counts for each of them the contests that they are in."""
    series = start(template(access="invite")).body
    hold(series, (rival, 1), (stranger, 2))
    hold(series, (rival, 1))
    for path in (f"/series/{series['id']}", f"/series/{series['id']}/standings"):
        assert anyone.get(path).status == 404
        assert anyone.guest("Nobody").get(path).status == 404
    assert anyone.get(f"/series/{series['id']}.ics").status == 404
    assert table(owner, series) == [(1, "Ray Rival", 50.0, 2), (2, "Sam Stranger", 18.0, 1)]
    assert table(rival, series) == table(owner, series)
    assert table(stranger, series) == [(1, "Ray Rival", 25.0, 1), (2, "Sam Stranger", 18.0, 1)]


def test_a_ban_moves_the_places_and_an_event_that_comes_twice_does_nothing(
    owner, rival, stranger, anyone, start, hold, table
):
    series = start().body
    event = hold(series, (rival, 1), (stranger, 2))
    entry = Entry.objects.get(competition=event["id"], player=rival.player["id"])
    rows = rows_between(event["id"], 0, 100)
    for _ in range(2):
        store_places(event["id"], rows, datetime.now(UTC))
    assert SeriesResult.objects.count() == 2
    Entry.objects.filter(pk=entry.pk).update(disqualified_at=datetime.now(UTC), changed=99)
    Competition.objects.filter(pk=event["id"]).update(changes=99)
    store_places(event["id"], rows, datetime.now(UTC))
    assert table(anyone, series) == [(1, "Sam Stranger", 25.0, 1)]


def test_the_table_is_read_page_by_page(owner, rival, stranger, anyone, start, hold):
    series = start().body
    hold(series, (owner, 1), (rival, 2), (stranger, 3))
    first = anyone.get(f"/series/{series['id']}/standings", limit=2).body
    second = anyone.follow(first["next"]).body
    assert [row["rank"] for row in first["results"] + second["results"]] == [1, 2, 3]
    assert second["next"] is None
    assert not second["changed"]
    hold(series, (stranger, 1))
    assert anyone.follow(first["next"]).body["changed"]
    assert anyone.follow(second["previous"]).body["results"][0]["rank"] == 1
    assert anyone.get(f"/series/{series['id']}/standings", cursor="x").refused_for("cursor")
