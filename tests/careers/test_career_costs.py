"""Looking a player up costs the same for a few results as for many."""

from datetime import timedelta
from itertools import product
from typing import NamedTuple

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from competitions.models import Player
from tests.clients.rest import Client
from tests.steps import steps_counted

from .many import play_many

FEW, MANY = 20, 400


class Cost(NamedTuple):
    queries: int
    steps: int


@pytest.fixture
def costs(anyone, crowd, clock):
    """What each answer costs, to a stranger, to the player and to who was in it all."""

    def costs(number: int) -> dict[tuple[str, str], Cost]:
        clients = crowd([f"Ann {number}", f"Bob {number}", f"Cleo {number}"])
        ann, bob, cleo = (Player.objects.get(pk=each.player["id"]) for each in clients)
        filed, private, still_open = {}, {"everyone": False}, {"filed": False}
        for back, (about, some) in enumerate(((filed, number), (private, number), (still_open, FEW))):
            play_many([ann, bob], some, clock.now - timedelta(seconds=back), **about)
        play_many([ann, cleo], FEW, clock.now - timedelta(seconds=9))
        ends = {"": "", "results": f"/results?limit={FEW}", "versus": f"/versus/{bob.pk}?limit={FEW}"}
        ends |= {"newcomer": f"/versus/{cleo.pk}?limit={FEW}"}
        viewers = {"anyone": anyone, "Ann": clients[0], "Bob": clients[1]}
        return {
            (who, name): cost(viewer, f"/players/{ann.pk}{end}", number)
            for who, viewer in viewers.items()
            for name, end in ends.items()
        }

    return costs


def cost(viewer: Client, path: str, number: int) -> Cost:
    with CaptureQueriesContext(connection) as queries, steps_counted() as steps:
        got = viewer.get(path)
    assert got.status == 200
    if "games" in got.body:
        filed = 1 if viewer.token is None else 2
        assert got.body["games"]["wish"]["played"] == filed * number + 2 * FEW
    return Cost(len(queries), len(steps))


@pytest.mark.extra
def test_it_takes_as_many_queries_and_steps_for_few_results_as_for_many(costs, monkeypatch):
    monkeypatch.setattr("competitions.ratings.careers.versus.MOST_COMPARED", FEW)
    few, many = costs(FEW), costs(MANY)
    assert {each: cost.queries for each, cost in many.items()} == {
        each: cost.queries for each, cost in few.items()
    }
    assert max(cost.queries for cost in few.values()) <= 12, few
    for who, name in product(("anyone", "Ann"), ("", "results", "versus", "newcomer")):
        assert many[who, name].steps <= 1.1 * few[who, name].steps, (who, name, few, many)


@pytest.mark.extra
def test_who_looks_is_told_where_results_are_further_back_than_it_is_looked(
    anyone, crowd, clock, client, monkeypatch
):
    monkeypatch.setattr("competitions.ratings.careers.career.NEWEST", 2)
    clients = crowd(["Ann", "Bob"])
    ann, bob = (Player.objects.get(pk=each.player["id"]) for each in clients)

    def told():
        """How many results each viewer knows of, and whether that is all."""
        profiles = [viewer.get(f"/players/{ann.pk}").body for viewer in (anyone, *clients)]
        return [(each["games"]["wish"]["played"], each["complete"]) for each in profiles]

    play_many([ann, bob], 3, clock.now - timedelta(hours=1))
    play_many([ann, bob], 2, clock.now - timedelta(hours=2), everyone=False)
    assert told() == [(3, True), (5, True), (5, True)]
    play_many([ann, bob], 1, clock.now - timedelta(hours=3), everyone=False)
    assert told() == [(3, True), (6, True), (5, False)]
    for hours in (4, 5, 6):
        play_many([ann], 1, clock.now - timedelta(hours=hours), filed=False)
    assert told() == [(5, False), (8, False), (7, False)]
    assert "searches only the newest 1,000 contests" in client.get(f"/players/{ann.pk}").content.decode()


def test_of_a_long_past_the_newest_results_are_compared(crowd, clock, monkeypatch):
    monkeypatch.setattr("competitions.ratings.careers.versus.MOST_COMPARED", 2)
    clients = crowd(["Ann", "Bob"])
    ann, bob = (Player.objects.get(pk=each.player["id"]) for each in clients)
    for number in (2, 1):
        play_many([ann, bob], number, clock.now - timedelta(hours=number))
        told = clients[0].get(f"/players/{ann.pk}/versus/{bob.pk}").body
        assert told["wins"] == len(told["results"]) == 2, "of Wish the lower score is better"
        assert told["complete"] is (number == 2)
    newest = max(each["ended_at"] for each in told["results"])
    assert newest == told["results"][0]["ended_at"]
    assert newest > "2026-11-21T10:50"
