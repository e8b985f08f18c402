"""Looking a player up takes as many queries for a few results as for many."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from competitions.models import Player
from tests.clients.rest import Client

from .many import play_many


@pytest.fixture
def costs(anyone, crowd, clock):
    """How many queries each answer takes, to a stranger, to the player and to who was in it all."""

    def costs(number: int) -> dict[tuple[str, str], int]:
        clients = crowd([f"Ann {number}", f"Bob {number}"])
        ann, bob = (Player.objects.get(pk=each.player["id"]) for each in clients)
        for back, about in enumerate(({}, {"everyone": False}, {"filed": False})):
            play_many([ann, bob], number, clock.now - timedelta(seconds=back), **about)
        paths = (f"/players/{ann.pk}", f"/players/{ann.pk}/results", f"/players/{ann.pk}/versus/{bob.pk}")
        viewers = {"anyone": anyone, "Ann": clients[0], "Bob": clients[1]}
        return {
            (who, path.replace(ann.pk, "ann").replace(bob.pk, "bob")): _queries(viewer, path, number)
            for who, viewer in viewers.items()
            for path in paths
        }

    return costs


def _queries(viewer: Client, path: str, number: int) -> int:
    with CaptureQueriesContext(connection) as queries:
        got = viewer.get(path)
    assert got.status == 200
    if "games" in got.body:
        assert got.body["games"]["wish"]["played"] == (2 if viewer.token is None else 3) * number
    return len(queries)


def test_it_takes_as_many_queries_for_few_results_as_for_many(costs):
    few = costs(20)
    assert costs(200) == few
    assert max(few.values()) <= 12, few
