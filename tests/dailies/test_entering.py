"""Who starts a deal of the day joins it by that."""

import pytest

from competitions.contests.dailies.calendar import make_dailies
from competitions.models import Competition, Entry


@pytest.fixture
def of_the_day(db, clock):
    """Today's and tomorrow's daily of Wish, as bodies name them."""
    make_dailies(clock.now)
    return [
        {"id": pk}
        for pk in Competition.objects.filter(daily__game_slug="wish")
        .order_by("opens_at")
        .values_list("pk", flat=True)
    ]


def start(player, event, **headers):
    return player.post(f"/competitions/{event['id']}/rounds/1/attempts", {}, **headers)


def test_starting_joins(rival, of_the_day):
    today, _ = of_the_day
    begun = start(rival, today)
    assert (begun.status, begun.body["state"]) == (201, "running")
    assert Entry.objects.get().player.pk == rival.player["id"]
    again = start(rival, today)
    assert (again.status, again.body["id"]) == (200, begun.body["id"])
    assert rival.post(f"/attempts/{begun.body['id']}/finish", {}).status == 200
    [row] = rival.standings(today)["results"]
    assert (row["rank"], row["player"]["id"]) == (1, rival.player["id"])


def test_tomorrows_may_be_joined_and_not_started(rival, of_the_day):
    _, tomorrow = of_the_day
    assert start(rival, tomorrow).outcome == (409, "round_not_open")
    assert not Entry.objects.exists()
    assert rival.join(tomorrow).status == 201


def test_after_its_close_nobody_joins(rival, of_the_day, clock):
    today, _ = of_the_day
    clock.forward(hours=12)
    assert start(rival, today).outcome == (409, "round_not_open")
    assert not Entry.objects.exists()


def test_a_stranger_and_a_token_that_may_not_play_join_nothing(anyone, rival, of_the_day):
    today, _ = of_the_day
    assert start(anyone, today).outcome == (401, "unauthenticated")
    made = rival.post("/tokens", {"name": "reader", "scopes": ["read"]}).body
    assert start(type(rival)(rival.send, made["token"], rival.player), today).outcome == (403, "forbidden")
    assert not Entry.objects.exists()


def test_elsewhere_who_starts_must_have_joined(owner, rival):
    assert start(rival, owner.create()).outcome == (403, "not_entered")
    assert not Entry.objects.exists()
