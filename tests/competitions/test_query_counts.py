"""How many queries an answer takes, however long it is."""

import base64

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from competitions.models import Notice
from competitions.outbound.notices.notify import notify
from tests.clients.contests import golden_round, moves_scoring

pytestmark = pytest.mark.extra


@pytest.fixture
def full(owner, crowd):
    """A contest of three rounds with eight players who have played two of them."""
    event = owner.create(rounds=[golden_round(n=n) for n in range(3)])
    for player in crowd([f"Player {n}" for n in range(8)]):
        player.join(event)
        for round in (1, 2):
            player.submit(event, [], round=round)
    return event


@pytest.fixture
def cost(django_assert_num_queries):
    def cost(queries, act):
        with django_assert_num_queries(queries):
            answer = act()
        assert answer.status in (200, 201)
        return answer

    return cost


TOKEN, CONTEST, MINE = 1, 2, 1
"""Queries for the token and its player; for a contest with organiser, rounds and deals; for whether the
viewer is in it."""

STILL = 1
"""The query that tells whether the standings stand still while they are read."""

ATTEMPT, GHOST = 1, 1
"""The queries for an attempt, and for a ghost with its round."""

FIELD = 2
"""Queries for entries that have changed, with their results and running attempts."""


def test_a_contest_and_a_list_cost_the_same_for_one_and_for_many(cost, owner, anyone, full):
    for path in ("/competitions", "/competitions", f"/competitions/{full['id']}"):
        cost(CONTEST, lambda path=path: anyone.request("GET", path))
        mine = f"{path}?mine=true" if path == "/competitions" else path
        cost(TOKEN + CONTEST + MINE, lambda mine=mine: owner.request("GET", mine))
        for _ in range(5):
            owner.create(rounds=[{"game": "wish"}] * 3)


def test_standings_are_read_once_for_all_who_ask(cost, owner, anyone, full, remembered):
    path = f"/competitions/{full['id']}/standings"
    cost(CONTEST + FIELD, lambda: anyone.get(path))
    for query in ({}, {"round": 1}, {"round": 3}, {"limit": 2}):
        cost(CONTEST, lambda query=query: anyone.get(path, **query))
    version = anyone.standings(full)["version"]
    later = base64.urlsafe_b64encode(f"{version}>2".encode()).decode()
    cost(CONTEST + STILL, lambda: anyone.get(path, cursor=later))
    owner.join(full)
    cost(TOKEN + CONTEST + MINE + FIELD, lambda: owner.get(path, around="me"))
    cost(TOKEN + CONTEST + MINE, lambda: owner.get(path, around="me", round=2))


def test_notices_are_one_query_however_many_there_are(cost, owner, full, clock):
    for some in (range(1), range(1, 150)):
        about = {"player_id": owner.player["id"], "type": "certified", "competition_id": full["id"]}
        notify([Notice(key=str(number), at=clock.now, **about) for number in some])
        cost(TOKEN + 1, lambda: owner.get("/notices", limit=200))


def test_a_guest_is_two_rows_and_a_transaction(anyone, django_assert_max_num_queries):
    with django_assert_max_num_queries(6):
        anyone.guest("Ann")


@pytest.mark.parametrize(("moves", "queries"), [("accepted", 18), ("rejected", 13)])
def test_a_log_costs_a_fixed_number_of_queries(owner, rival, django_assert_max_num_queries, moves, queries):
    event = owner.create_for(rival, attempts=None)
    for score in (25, 20):
        sent = moves_scoring(score) if moves == "accepted" else ["nonsense"] * score
        with django_assert_max_num_queries(queries):
            assert rival.submit(event, sent).status == 201


def test_what_a_ghost_is_played_beside_costs_the_same_however_many_have_played(
    cost, owner, crowd, clock, remembered
):
    for players in (2, 40):
        event = owner.create(rounds=[golden_round(n=3)])
        for player in crowd([f"Player {n}" for n in range(players)]):
            player.join(event)
            player.submit(event, moves_scoring(20, n=3))
        owner.close(event, clock)
        begin = f"/competitions/{event['id']}/rounds/1/attempts"
        path = f"/attempts/{owner.post(begin, {'ghost': True}).body['id']}"
        cost(TOKEN + GHOST + CONTEST + MINE + FIELD, lambda path=path: owner.get(f"{path}/standings"))
        told = cost(TOKEN + GHOST + CONTEST + MINE, lambda path=path: owner.get(f"{path}/standings"))
        assert told.body["among"] == players
        assert owner.post(f"{path}/finish", {}).body["place"]["among"] == players + 1
        cost(TOKEN + ATTEMPT + 2 * GHOST + CONTEST + MINE, lambda path=path: owner.get(path))


def test_the_logs_of_a_closed_contest_cost_the_same_however_many_there_are(owner, crowd, clock):
    spent = []
    for players in (["Ann", "Bea"], [f"Player {n}" for n in range(9)]):
        event = owner.create()
        for player in crowd(players):
            player.join(event)
            player.submit(event, moves_scoring(20))
        owner.close(event, clock)
        with CaptureQueriesContext(connection) as queries:
            got = owner.send("GET", f"/api/v1/competitions/{event['id']}/logs.ndjson", b"", {})
        assert len(got[2].splitlines()) == len(players)
        spent.append(len(queries))
    assert spent[0] == spent[1]
