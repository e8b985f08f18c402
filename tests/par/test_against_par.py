"""The ranking against par: nothing counts until a round's par is there, and then it counts for everyone."""

import csv
import io

import pytest

from competitions.ledger.states import record_all_due
from competitions.models import SolvedRound
from competitions.solving.par.find_par import store_par
from competitions.solving.par.separate_process import DealSolution
from tests.clients.contests import golden_round, moves_scoring
from tests.jobs.work import do_all_due


@pytest.fixture
def season(owner, rival, clock):
    """Two rounds, of which the first closes in one hour, the second in three: Olga has 15 and 12, Ray 12."""
    event = owner.create(
        ranking="against_par",
        attempts=1,
        closes_at=clock.after(hours=3),
        rounds=[golden_round(n=3, closes_at=clock.after(hours=1)), golden_round(n=3)],
    )
    for player, scores in ((owner, (15, 12)), (rival, (12,))):
        player.join(event)
        for number, score in enumerate(scores, start=1):
            assert player.submit(event, moves_scoring(score, n=3), round=number).status == 201
    return event


def found(event, number, score, clock):
    solved = SolvedRound.objects.get(round__competition=event["id"], round__number=number)
    store_par(solved, DealSolution(score, True, (), 1), clock.now)


def totals(client, event):
    return {row["player"]["name"]: row["total"] for row in client.standings(event)["results"]}


def points(client, event):
    rows = client.standings(event)["results"]
    return {row["player"]["name"]: [cell and cell["points"] for cell in row["rounds"]] for row in rows}


def close_round_1(clock):
    clock.forward(hours=2)
    record_all_due(clock.now)
    do_all_due()


@pytest.mark.extra
def test_a_round_counts_for_all_from_the_moment_its_par_is_found(owner, rival, season, clock):
    assert totals(rival, season) == {"Olga Owner": 0, "Ray Rival": 0}
    close_round_1(clock)
    assert totals(rival, season) == {"Olga Owner": 0, "Ray Rival": 0}
    before = rival.standings(season)["version"]
    found(season, 1, 9, clock)
    assert totals(rival, season) == {"Ray Rival": 3, "Olga Owner": 6}
    assert points(rival, season) == {"Ray Rival": [3, None], "Olga Owner": [6, None]}
    assert rival.standings(season)["version"] == before + 1
    clock.forward(hours=2)
    close_round_1(clock)
    found(season, 2, 10, clock)
    worst = "30 is the worst of a round not played"
    assert totals(rival, season) == {"Olga Owner": 8, "Ray Rival": 23}, worst


@pytest.mark.extra
def test_a_freeze_holds_back_a_par_that_is_found_in_it(owner, rival, season, clock):
    owner.change(season, freeze_at=clock.after(hours=2), closes_at=clock.after(hours=4))
    close_round_1(clock)
    clock.forward(minutes=1)
    found(season, 1, 9, clock)
    assert owner.standings(season)["frozen"] is True
    assert set(totals(owner, season).values()) == {0}
    clock.forward(hours=3)
    assert totals(owner, season) == {"Ray Rival": 3, "Olga Owner": 6}


def test_it_is_certified_once_all_that_counts_is_there(owner, season, clock):
    clock.forward(hours=4)
    close_round_1(clock)
    assert owner.act(season, "certify").outcome == (409, "wrong_state")
    found(season, 1, 9, clock)
    SolvedRound.objects.filter(round__number=2).update(due=False)  # none could be found
    assert owner.act(season, "certify").status == 200
    certified = totals(owner, season)
    found(season, 2, 9, clock)  # it was looked for, or stored, only now
    assert totals(owner, season) == certified


def test_the_file_says_what_each_round_is_worth(owner, season, clock):
    close_round_1(clock)
    found(season, 1, 9, clock)
    answer = owner.get(f"/competitions/{season['id']}/standings.csv")
    rows = list(csv.DictReader(io.StringIO(answer.raw.decode())))
    columns = ("total", "against_par_1", "against_par_2")
    assert [tuple(row[name] for name in columns) for row in rows] == [("3", "3", ""), ("6", "6", "")]


def test_games_of_one_score_order_alone(owner):
    rounds = [{"game": "wish"}, {"game": "winabit"}]
    plan = {"name": "Mixed", "play": "open", "ranking": "against_par", "rounds": rounds}
    assert owner.post("/competitions", plan).refused_for("rounds")
