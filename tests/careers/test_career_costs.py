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


def test_it_takes_as_many_queries_and_steps_for_few_results_as_for_many(costs):
    few, many = costs(FEW), costs(MANY)
    assert {each: cost.queries for each, cost in many.items()} == {
        each: cost.queries for each, cost in few.items()
    }
    assert max(cost.queries for cost in few.values()) <= 12, few
    for who, name in product(("anyone", "Ann"), ("", "results", "newcomer")):
        assert many[who, name].steps <= 1.1 * few[who, name].steps, (who, name, few, many)
