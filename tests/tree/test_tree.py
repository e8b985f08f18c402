"""The field of a round as a tree: for who may see its games, once it is closed for everyone."""

import pytest

from competitions.models import RoundTree
from competitions.solving.tree import round_trees
from tests.clients.contests import golden_round, moves_scoring
from tests.clients.three_games import LONG, SHORT, three_games


def path_of(event, **query):
    return f"/competitions/{event['id']}/rounds/1/tree"


@pytest.fixture
def event(owner, crowd, clock):
    return three_games(owner, crowd, clock)


def played(tree):
    """The moves of the way that most have taken, with how many did."""
    found = [(tree["move"], tree["players"])]
    return found + (played(tree["children"][0]) if tree["children"] else [])


def test_all_games_that_count_are_one_tree(anyone, owner, event):
    owner.act(event, "close")
    tree = anyone.get(path_of(event)).body
    assert (tree["ply"], tree["best"], tree["half"], tree["least"]) == (0, 15, 25, 1)
    assert played(tree) == [
        (None, 3),
        *((move, 2) for move in SHORT),
        *((move, 1) for move in LONG[len(SHORT) :]),
    ]
    assert played(anyone.get(path_of(event), least=2).body) == played(tree)[: 1 + len(SHORT)]
    assert anyone.get(path_of(event), least=0).refused_for("least")
    assert anyone.get(f"/competitions/{event['id']}/rounds/2/tree").outcome == (404, "not_found")


def test_nothing_of_it_is_told_before_the_round_is_closed_for_everyone(anyone, owner, event):
    for client in (anyone, owner):
        assert client.get(path_of(event)).outcome == (403, "embargo")


def test_an_invite_only_contest_shows_it_to_who_is_in_it(anyone, owner, clock):
    event = owner.create(access="invite", rounds=[golden_round(n=3)])
    owner.close(event, clock)
    assert anyone.get(path_of(event)).outcome == (403, "not_entered")
    tree = owner.get(path_of(event)).body
    assert (tree["players"], tree["best"], tree["children"]) == (0, None, [])


def test_a_freeze_hides_the_games_that_came_after_it_began(anyone, owner, rival, clock):
    event = owner.create_for(
        rival,
        rounds=[golden_round(n=3, closes_at=clock.after(hours=2)), golden_round()],
        freeze_at=clock.after(hours=1),
        closes_at=clock.after(hours=3),
    )
    rival.submit(event, LONG)
    clock.forward(hours=2, seconds=1)
    assert anyone.get(path_of(event)).outcome == (403, "embargo")
    clock.forward(hours=1)
    assert anyone.get(path_of(event)).body["players"] == 1


def test_it_is_grown_once_and_again_when_a_result_ceases_to_count(anyone, owner, event, monkeypatch):
    owner.act(event, "close")
    grown = []
    grow = round_trees.grow
    monkeypatch.setattr(round_trees, "grow", lambda games: grown.append(1) or grow(games))
    for _ in range(2):
        assert anyone.get(path_of(event)).body["players"] == 3
    assert len(grown) == 1
    [ann] = [row["entry"] for row in owner.standings(event)["results"] if row["rank"] == 1]
    owner.post(f"/competitions/{event['id']}/entries/{ann}/disqualify", {"reason": "Two accounts"})
    tree = anyone.get(path_of(event)).body
    assert (tree["players"], tree["best"]) == (2, 25)
    assert RoundTree.objects.count() == 1


def test_it_is_not_grown_again_for_what_happens_at_other_rounds(anyone, owner, rival, clock, monkeypatch):
    event = owner.create_for(
        rival,
        rounds=[golden_round(n=3, closes_at=clock.after(hours=1)), golden_round()],
        closes_at=clock.after(hours=3),
    )
    rival.submit(event, LONG)
    clock.forward(hours=2)
    assert anyone.get(path_of(event)).body["players"] == 1
    monkeypatch.setattr(round_trees, "grow", None)
    rival.submit(event, moves_scoring(15), round=2)
    owner.join(event)
    assert owner.submit(event, moves_scoring(20), round=2).status == 201
    assert anyone.get(path_of(event)).body["players"] == 1


def test_a_reader_who_has_it_already_is_told_so(anyone, owner, event, django_assert_max_num_queries):
    owner.act(event, "close")
    answer = anyone.get(path_of(event))
    assert anyone.request("GET", path_of(event), If_None_Match=answer.headers["etag"]).status == 304
